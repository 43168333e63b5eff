// The fields of a course, a row each: whatever reads, checks, shows, publishes, imports or compares fields follows these rows. To add a
// field, add a row to `pageFields`, its headings in `import/formats/table/heading-names.ts`, its type in `api/records.ts`, and its line in `docs/source-format.md`.
import type { LocaleTag } from '../text/locales/tags.ts';

/** What custom fields may be. All but texts, lists and addresses are shown in the words of the reader. */
export const customKinds = ['text', 'list', 'number', 'date', 'duration', 'price', 'address', 'yes-no'] as const;
export type CustomKind = (typeof customKinds)[number];

/** What the value of a page field is. A timestamp is a day, or a day and a time. */
export type PageKind = CustomKind | 'timestamp';

/** What the value of a field is. A link is an address that may be relative; references are ids of other records; authors are published as one text. */
export type FieldKind =
  | PageKind
  | 'id'
  | 'integer'
  | 'reference'
  | 'references'
  | 'languages'
  | 'html'
  | 'link'
  | 'authors';

/** The values that are shown in the words of the reader, whatever their case. */
export const fieldWords = [
  'beginner',
  'intermediate',
  'advanced',
  'online',
  'on-site',
  'blended',
  'self-paced',
  'scheduled',
] as const;
type FieldWord = (typeof fieldWords)[number];

export interface FieldRow {
  readonly kind: FieldKind;
  /** What it states, for messages and editors. */
  readonly description: string;
  readonly isRequired?: boolean;
  readonly labels: Readonly<Record<LocaleTag, string>>;
  /** What the form for contributions calls it, where the label does not say what it is of. */
  readonly formLabels?: FieldRow['labels'];
  /** Its property in a `Course` of schema.org, or in the object at the first step; absent if there is none. */
  readonly schemaOrg?: string;
  /** Whether the form for contributions asks for it; absent if it does where courses have it. */
  readonly isInForm?: boolean;
}

/** A row of a field that the interface does not have: pages show it, and the dumps have it. */
export interface PageField extends FieldRow {
  readonly kind: PageKind;
  /** Its values that are words of every language. */
  readonly words?: readonly FieldWord[];
  /** Whether its values are names of languages. */
  readonly isLanguage?: boolean;
  /** Whether courses can be filtered by it. */
  readonly isFilterable?: boolean;
  /** Whether courses can be sorted by it: by a day, the soonest first; by a price or a number, the lowest. */
  readonly isSortable?: boolean;
  /** Whether rows of lists show it. */
  readonly isInRows?: boolean;
  /** Whether learners do not choose by it: the page of a course shows it last, and nothing of searches and filters has it. */
  readonly isDetail?: boolean;
}

/** Page fields by name, in the order in which pages show them. */
export type FieldTable = Readonly<Record<string, PageField>>;

/** A label in each language of the pages. */
function labels(
  ...[en, de, fr, es, pt, zh, ar]: readonly [string, string, string, string, string, string, string]
): FieldRow['labels'] {
  return { en, de, fr, es, pt, zh, ar };
}

/** The fields that the interface has (specification 2.1): its records are written out in `api/records.ts`. */
export const interfaceFields = {
  id: {
    kind: 'id',
    description: 'the id of the course',
    isRequired: true,
    labels: labels('Id', 'Id', 'Id', 'Id', 'Id', '编号', 'المعرّف'),
    isInForm: false,
  },
  title: {
    kind: 'text',
    description: 'the title of the course',
    isRequired: true,
    labels: labels('Title', 'Titel', 'Titre', 'Título', 'Título', '标题', 'اسم الدورة'),
    formLabels: labels(
      'Title of the course',
      'Titel des Kurses',
      'Titre du cours',
      'Título del curso',
      'Título do curso',
      '课程标题',
      'اسم الدورة',
    ),
    schemaOrg: 'name',
    isInForm: true,
  },
  linkurl: {
    kind: 'link',
    description: 'the address of the course',
    isRequired: true,
    labels: labels('Address', 'Adresse', 'Adresse', 'Dirección', 'Endereço', '网址', 'عنوان الويب'),
    formLabels: labels(
      'Address of the course',
      'Adresse des Kurses',
      'Adresse du cours',
      'Dirección del curso',
      'Endereço do curso',
      '课程网址',
      'عنوان الدورة على الويب',
    ),
    schemaOrg: 'url',
    isInForm: true,
  },
  provider: {
    kind: 'reference',
    description: 'the provider of the course',
    isRequired: true,
    labels: labels('Provider', 'Anbieter', 'Fournisseur', 'Proveedor', 'Provedor', '提供者', 'الجهة المقدِّمة'),
    schemaOrg: 'provider',
    isInForm: true,
  },
  language: {
    kind: 'languages',
    description: 'the language of the course',
    isRequired: true,
    labels: labels('Language', 'Sprache', 'Langue', 'Idioma', 'Idioma', '语言', 'اللغة'),
    schemaOrg: 'inLanguage',
    isInForm: true,
  },
  date_published: {
    kind: 'timestamp',
    description: 'the date of publication',
    isRequired: true,
    labels: labels(
      'Published',
      'Veröffentlicht',
      'Date de publication',
      'Publicado',
      'Publicado em',
      '发布日期',
      'تاريخ النشر',
    ),
    schemaOrg: 'datePublished',
    isInForm: true,
  },
  description: {
    kind: 'html',
    description: 'the description of the course',
    labels: labels('Description', 'Beschreibung', 'Description', 'Descripción', 'Descrição', '简介', 'الوصف'),
    schemaOrg: 'description',
    isInForm: true,
  },
  tags: {
    kind: 'text',
    description: 'the tags of the course',
    labels: labels('Tags', 'Schlagwörter', 'Mots-clés', 'Etiquetas', 'Etiquetas', '标签', 'الوسوم'),
    schemaOrg: 'keywords',
    isInForm: true,
  },
  author: {
    kind: 'authors',
    description: 'the author of the course',
    labels: labels('Author', 'Autor', 'Auteur', 'Autor', 'Autor', '作者', 'المؤلف'),
    schemaOrg: 'author',
    isInForm: true,
  },
  categories: {
    kind: 'references',
    description: 'the categories of the course',
    labels: labels('Categories', 'Kategorien', 'Catégories', 'Categorías', 'Categorias', '类别', 'الفئات'),
    schemaOrg: 'about',
    isInForm: true,
  },
  catalog_id: {
    kind: 'integer',
    description: 'the id in the external catalog',
    labels: labels(
      'Catalog id',
      'Katalog-Id',
      'Id du catalogue',
      'Id del catálogo',
      'Id do catálogo',
      '目录编号',
      'معرّف الفهرس',
    ),
    isInForm: false,
  },
} as const satisfies Record<string, FieldRow>;

const rows = {
  level: {
    kind: 'text',
    description: 'the level of the course',
    schemaOrg: 'educationalLevel',
    labels: labels('Level', 'Niveau', 'Niveau', 'Nivel', 'Nível', '难度', 'المستوى'),
    words: ['beginner', 'intermediate', 'advanced'],
    isFilterable: true,
    isInRows: true,
  },
  price: {
    kind: 'price',
    description: 'what the course costs',
    schemaOrg: 'offers',
    labels: labels('Price', 'Preis', 'Prix', 'Precio', 'Preço', '价格', 'السعر'),
    isFilterable: true,
    isSortable: true,
    isInRows: true,
  },
  duration: {
    kind: 'duration',
    description: 'how long the course takes',
    schemaOrg: 'timeRequired',
    labels: labels('Duration', 'Dauer', 'Durée', 'Duración', 'Duração', '时长', 'المدة'),
    isInRows: true,
  },
  workload: {
    kind: 'duration',
    description: 'the work that the course takes',
    schemaOrg: 'hasCourseInstance.courseWorkload',
    labels: labels(
      'Workload',
      'Arbeitsaufwand',
      'Charge de travail',
      'Carga de trabajo',
      'Carga de trabalho',
      '学习量',
      'عبء العمل',
    ),
  },
  format: {
    kind: 'list',
    description: 'how the course is held, such as "online", "on-site", "blended", "self-paced"',
    schemaOrg: 'hasCourseInstance.courseMode',
    labels: labels('Format', 'Format', 'Format', 'Formato', 'Formato', '形式', 'الشكل'),
    words: ['online', 'on-site', 'blended', 'self-paced', 'scheduled'],
    isFilterable: true,
  },
  start_date: {
    kind: 'date',
    description: 'the day on which the course begins',
    schemaOrg: 'hasCourseInstance.startDate',
    labels: labels('Start', 'Beginn', 'Début', 'Inicio', 'Início', '开始日期', 'تاريخ البدء'),
    isFilterable: true,
    isSortable: true,
    isInRows: true,
  },
  end_date: {
    kind: 'date',
    description: 'the day on which the course ends',
    schemaOrg: 'hasCourseInstance.endDate',
    labels: labels('End', 'Ende', 'Fin', 'Fin', 'Fim', '结束日期', 'تاريخ الانتهاء'),
  },
  schedule: {
    kind: 'text',
    description: 'when the course is held, in words, such as "winter term 2025/26"',
    labels: labels('Schedule', 'Zeitplan', 'Calendrier', 'Calendario', 'Calendário', '时间安排', 'الجدول الزمني'),
  },
  image: {
    kind: 'address',
    description: 'a picture of the course',
    schemaOrg: 'image',
    labels: labels('Picture', 'Bild', 'Image', 'Imagen', 'Imagem', '图片', 'الصورة'),
  },
  prerequisites: {
    kind: 'text',
    description: 'what the course requires',
    schemaOrg: 'coursePrerequisites',
    labels: labels(
      'Prerequisites',
      'Voraussetzungen',
      'Prérequis',
      'Requisitos',
      'Pré-requisitos',
      '先修要求',
      'المتطلبات',
    ),
  },
  subtitles: {
    kind: 'list',
    description: 'the languages of the subtitles',
    labels: labels('Subtitles', 'Untertitel', 'Sous-titres', 'Subtítulos', 'Legendas', '字幕', 'الترجمة'),
    isLanguage: true,
    isFilterable: true,
  },
  certificate: {
    kind: 'text',
    description: 'what learners get at the end',
    schemaOrg: 'educationalCredentialAwarded',
    labels: labels('Certificate', 'Abschluss', 'Certificat', 'Certificado', 'Certificado', '证书', 'الشهادة'),
    isFilterable: true,
  },
  audience: {
    kind: 'text',
    description: 'who the course is for',
    schemaOrg: 'audience.educationalRole',
    labels: labels('For whom', 'Zielgruppe', 'Public', 'Público', 'Público', '适合人群', 'الجمهور'),
    isFilterable: true,
  },
  accessibility: {
    kind: 'text',
    description: 'who can take part, and with what help',
    schemaOrg: 'accessibilitySummary',
    labels: labels(
      'Accessibility',
      'Barrierefreiheit',
      'Accessibilité',
      'Accesibilidad',
      'Acessibilidade',
      '无障碍',
      'إمكانية الوصول',
    ),
  },
  license: {
    kind: 'address',
    description: 'the license of the course, such as "https://creativecommons.org/licenses/by/4.0/"',
    labels: labels('License', 'Lizenz', 'Licence', 'Licencia', 'Licença', '许可协议', 'الترخيص'),
    schemaOrg: 'license',
    isInForm: true,
    isDetail: true,
  },
  date_modified: {
    kind: 'timestamp',
    description: 'the date of the last change of the course',
    labels: labels('Updated', 'Aktualisiert', 'Mis à jour', 'Actualizado', 'Atualizado', '更新日期', 'تاريخ التحديث'),
    schemaOrg: 'dateModified',
    isInForm: false,
    isDetail: true,
  },
} as const satisfies FieldTable;

/** The page fields that every catalog may have. */
export const pageFields: Readonly<Record<keyof typeof rows, PageField>> = rows;

/** What an import reads of a course beside its fields: the website of its provider, and its id in the input. */
export const importFields = ['provider_url', 'key'] as const;

/** The custom fields of a table. */
export function customFieldsOf(table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(pageFields, name)));
}

/**
 * The page fields of a course that are known: one text, or several. A price is `0`, or an amount with a currency, `49.90 EUR`; a number is
 * written as in JSON; an answer is `yes` or `no`.
 */
export type CourseFields = Readonly<Record<string, string | readonly string[]>>;
