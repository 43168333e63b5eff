// Page fields: fields of a course that the interface does not have, such as level and price. To add one, add a row.
import { keysOf } from '../../text/keys.ts';
import type { LocaleTag } from '../../text/locales/tags.ts';

/** What the value of a field is. All but texts, lists and addresses are shown in the words of the reader. */
export const fieldKinds = ['text', 'list', 'number', 'date', 'duration', 'price', 'address', 'yes-no'] as const;
export type FieldKind = (typeof fieldKinds)[number];

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
  /** Its property in a `Course` of schema.org, or in the object at the first step; undefined if there is none. */
  readonly property: string | undefined;
  readonly labels: Readonly<Record<LocaleTag, string>>;
  /** Its values that are words of every language. */
  readonly words?: readonly FieldWord[];
  /** Whether its values are names of languages. */
  readonly isLanguage?: boolean;
  /** Whether courses can be filtered by it. */
  readonly isFilter?: boolean;
  /** Whether courses can be sorted by it: by a day, the soonest first; by a price or a number, the lowest. */
  readonly isSortable?: boolean;
  /** Whether rows of lists show it. */
  readonly isInRows?: boolean;
}

/** Fields by name, in the order in which pages show them. */
export type FieldTable = Readonly<Record<string, FieldRow>>;

const rows = {
  level: {
    kind: 'text',
    description: 'the level of the course',
    property: 'educationalLevel',
    labels: { en: 'Level', de: 'Niveau', fr: 'Niveau', es: 'Nivel', pt: 'Nível', zh: '难度', ar: 'المستوى' },
    words: ['beginner', 'intermediate', 'advanced'],
    isFilter: true,
    isInRows: true,
  },
  price: {
    kind: 'price',
    description: 'what the course costs',
    property: 'offers',
    labels: { en: 'Price', de: 'Preis', fr: 'Prix', es: 'Precio', pt: 'Preço', zh: '价格', ar: 'السعر' },
    isFilter: true,
    isSortable: true,
    isInRows: true,
  },
  duration: {
    kind: 'duration',
    description: 'how long the course takes',
    property: 'timeRequired',
    labels: { en: 'Duration', de: 'Dauer', fr: 'Durée', es: 'Duración', pt: 'Duração', zh: '时长', ar: 'المدة' },
    isInRows: true,
  },
  workload: {
    kind: 'duration',
    description: 'the work that the course takes',
    property: 'hasCourseInstance.courseWorkload',
    labels: {
      en: 'Workload',
      de: 'Arbeitsaufwand',
      fr: 'Charge de travail',
      es: 'Carga de trabajo',
      pt: 'Carga de trabalho',
      zh: '学习量',
      ar: 'عبء العمل',
    },
  },
  format: {
    kind: 'list',
    description: 'how the course is held, such as "online", "on-site", "blended", "self-paced"',
    property: 'hasCourseInstance.courseMode',
    labels: { en: 'Format', de: 'Format', fr: 'Format', es: 'Formato', pt: 'Formato', zh: '形式', ar: 'الشكل' },
    words: ['online', 'on-site', 'blended', 'self-paced', 'scheduled'],
    isFilter: true,
  },
  start_date: {
    kind: 'date',
    description: 'the day on which the course begins',
    property: 'hasCourseInstance.startDate',
    labels: { en: 'Start', de: 'Beginn', fr: 'Début', es: 'Inicio', pt: 'Início', zh: '开始日期', ar: 'تاريخ البدء' },
    isFilter: true,
    isSortable: true,
    isInRows: true,
  },
  end_date: {
    kind: 'date',
    description: 'the day on which the course ends',
    property: 'hasCourseInstance.endDate',
    labels: { en: 'End', de: 'Ende', fr: 'Fin', es: 'Fin', pt: 'Fim', zh: '结束日期', ar: 'تاريخ الانتهاء' },
  },
  image: {
    kind: 'address',
    description: 'a picture of the course',
    property: 'image',
    labels: { en: 'Picture', de: 'Bild', fr: 'Image', es: 'Imagen', pt: 'Imagem', zh: '图片', ar: 'الصورة' },
  },
  prerequisites: {
    kind: 'text',
    description: 'what the course requires',
    property: 'coursePrerequisites',
    labels: {
      en: 'Prerequisites',
      de: 'Voraussetzungen',
      fr: 'Prérequis',
      es: 'Requisitos',
      pt: 'Pré-requisitos',
      zh: '先修要求',
      ar: 'المتطلبات',
    },
  },
  subtitles: {
    kind: 'list',
    description: 'the languages of the subtitles',
    property: undefined,
    labels: {
      en: 'Subtitles',
      de: 'Untertitel',
      fr: 'Sous-titres',
      es: 'Subtítulos',
      pt: 'Legendas',
      zh: '字幕',
      ar: 'الترجمة',
    },
    isLanguage: true,
    isFilter: true,
  },
  certificate: {
    kind: 'text',
    description: 'what learners get at the end',
    property: 'educationalCredentialAwarded',
    labels: {
      en: 'Certificate',
      de: 'Abschluss',
      fr: 'Certificat',
      es: 'Certificado',
      pt: 'Certificado',
      zh: '证书',
      ar: 'الشهادة',
    },
    isFilter: true,
  },
  audience: {
    kind: 'text',
    description: 'who the course is for',
    property: 'audience.educationalRole',
    labels: {
      en: 'For whom',
      de: 'Zielgruppe',
      fr: 'Public',
      es: 'Público',
      pt: 'Público',
      zh: '适合人群',
      ar: 'الجمهور',
    },
    isFilter: true,
  },
  accessibility: {
    kind: 'text',
    description: 'who can take part, and with what help',
    property: 'accessibilitySummary',
    labels: {
      en: 'Accessibility',
      de: 'Barrierefreiheit',
      fr: 'Accessibilité',
      es: 'Accesibilidad',
      pt: 'Acessibilidade',
      zh: '无障碍',
      ar: 'إمكانية الوصول',
    },
  },
} as const satisfies Record<string, FieldRow>;

type BuiltInName = keyof typeof rows;

/** The fields that every catalog may have. */
export const builtInFields: Readonly<Record<BuiltInName, FieldRow>> = rows;

/** The fields of a table that are the catalog's own. */
export function customFieldsOf(table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(builtInFields, name)));
}

/**
 * The fields of a course that are known: one text, or several. A price is `0`, or an amount with a currency, `49.90 EUR`; a number is
 * written as in JSON; an answer is `yes` or `no`.
 */
export type CourseFields = Readonly<Record<string, string | readonly string[]>>;

export const builtInNames = keysOf(builtInFields);

/** What an import reads of a course beside its fields: the website of its provider, and its id in the input. */
export const importFields = ['provider_url', 'key'] as const;

/** The other fields of a course; the first is its id. */
export const plainFields = [
  'id',
  'title',
  'linkurl',
  'provider',
  'language',
  'date_published',
  'description',
  'tags',
  'author',
  'categories',
  'catalog_id',
  'license',
  'date_modified',
] as const;
