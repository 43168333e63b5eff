// Headings: the names under which lists have their columns, in twelve languages.
import { withoutAccents } from '../../../text/accents.ts';
import { maxColumnName } from '../../fields/columns.ts';
import { fieldNames, type FieldName, type FieldTable } from '../../fields/fields.ts';
import { withoutInvisible } from '../../values/invisible.ts';
import { memoize } from '../../../memoize.ts';

/** The fields of a table by the names of its columns. `Instructor 1`, `Instructor 2` … are one field. */
export function fieldsByHeadings(columns: readonly string[]): FieldTable {
  const columnsByName = new Map<string, string[]>();
  for (const column of columns.filter(({ length }) => length <= maxColumnName)) {
    const name = foldHeading(column).replace(/ ?\d+$/u, ' #');
    const numbered = columnsByName.get(name);
    if (numbered === undefined) columnsByName.set(name, [column]);
    else numbered.push(column);
  }
  const fields: FieldTable = {};
  for (const field of fieldNames) {
    const matches = Array.from(headingsOf(field), (name) => {
      return columnsByName.get(name)?.slice(0, 1) ?? columnsByName.get(`${name} #`);
    });
    const match = matches.find((columnsOfName) => columnsOfName !== undefined);
    // A course has one title: of several columns the user says which.
    if (match !== undefined && (field !== 'title' || match.length === 1)) fields[field] = [match];
  }
  return fields;
}

export function isTitleHeading(cell: string): boolean {
  return cell.length <= maxColumnName && headingsOf('title').has(foldHeading(cell));
}

export function isHeading(cell: string): boolean {
  const name = cell.length > maxColumnName ? '' : foldHeading(cell).replace(/ ?\d+$/u, '');
  return fieldNames.some((field) => headingsOf(field).has(name));
}

/** Whether a column, or a field at a path, says by its name when a course begins, and not when it was published. */
export function isStart(column: string): boolean {
  return namesIn(starts).has(foldHeading(column.slice(column.lastIndexOf('.') + 1)).replace(/ ?\d+$/u, ''));
}

const namesIn = memoize((table: string): ReadonlySet<string> => {
  const lists = table
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1));
  return new Set(lists.flatMap((list) => list.split(',').map(foldHeading)));
});

const headingsOf = memoize((field: FieldName): ReadonlySet<string> => {
  const index = fieldNames.indexOf(field);
  const languages = headings.trim().split('\n');
  const lists = languages.map((line) => line.slice(line.indexOf(':') + 1).split('|')[index] ?? '');
  return new Set(lists.flatMap((list) => list.split(',').map(foldHeading)).filter((name) => name !== ''));
});

/** A heading in lower case, without signs and accents, and without the prefix `CR_` of OER Commons. */
function foldHeading(column: string): string {
  return withoutAccents(withoutInvisible(column).replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' '))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, '')
    .replaceAll(/(?<!\S)(?:d[aeiou]|de[lnrs]|dell[ao]?|d|le|la|l|of|the|van|het) /gu, '')
    .trim()
    .replace(/^cr (?=.)/u, '');
}

/** Names of columns that hold starts. */
const starts = `
English: start date, startdate, start, starts, began, begins, enrollment start
German: beginn, kursbeginn, startdatum, beginn am
French: date de debut, debut
Spanish: fecha de inicio, inicio, fecha de comienzo, f inicio
Portuguese: data de inicio, inicio
Italian: data di inizio, inizio
Dutch: begindatum, startdatum, begin
Polish: data rozpoczecia, poczatek
Russian: дата начала, начало
Chinese: 开课日期, 開課日期, 开始日期
Japanese: 開始日, 開講日
Arabic: تاريخ البدء, تاريخ البداية
`;

/** Names for each field, in the order of the fields. Earlier names win, and so do earlier languages. */
const headings = `
English: title, course title, course name, title of course, name of course, name, event title, course | linkurl, url, course url, link, course link, hyperlink, web address, website, course webpage, webpage | provider, provider name, institution, university, school, publisher, organizer, organiser, organisation, organization, provider set, offered by, college | language, languages, lang, course language, in language, language of instruction | date published, date, published, published at, publication date, create date, date created, created, timecreated, start date, startdate, start | description, abstract, summary, course description, course descr, descr | tags, tag, keywords, keyword | author, authors, author name, instructor, instructors, teacher, teachers, lecturer | categories, category, subject, subjects, topic, topics, discipline, department | catalog id, merlot id | license, licence, license url, licence url | date modified, modified, last modified, date updated, updated, last updated, updated at | provider url, provider website, institution url, institution website | id, uuid, course id, course key, readable id
German: titel, kurstitel, titel des kurses, name des kurses, kursname, kursbezeichnung, bezeichnung, veranstaltungstitel, kurs, lehrgang, veranstaltung, lehrveranstaltung, seminar | kurslink, link zum kurs, adresse, internetadresse, webadresse, webseite, internetseite, homepage | anbieter, bildungsanbieter, bildungstrager, trager, veranstalter, hochschule, universitat, einrichtung, institution, organisation | sprache, kurssprache, unterrichtssprache, sprachen | datum, veroffentlicht, veroffentlicht am, veroffentlichungsdatum, beginn, kursbeginn, startdatum, beginn am | beschreibung, kursbeschreibung, inhalt, inhalte, kurzbeschreibung | schlagworte, schlagworter, stichworte, stichworter | autor, autoren, autorin, dozent, dozentin, dozenten, dozierende, lehrende, lehrperson, kursleitung, referent, verfasser | kategorie, kategorien, thema, themen, fach, fachbereich, fachgebiet, themengebiet, bereich | | lizenz | geandert, geandert am, zuletzt geandert, letzte anderung, aktualisiert, aktualisiert am | webseite des anbieters, website des anbieters, anbieter webseite, anbieter website, anbieter url
French: titre, titre du cours, intitule, intitule du cours, intitule de la formation, titre de la formation, nom de la formation, nom du cours, nom, cours, formation | lien, lien du cours, adresse, adresse web, site web, site internet, page web | fournisseur, etablissement, organisme, universite, ecole, organisateur, prestataire | langue, langues, langue d enseignement, langue du cours | date de publication, publie le, date de debut, debut, date | description, resume, descriptif, contenu | mots cles, mot cle, etiquettes | auteur, auteurs, enseignant, enseignants, enseignante, formateur, formatrice, intervenant, professeur | categorie, categories, matiere, matieres, theme, themes, thematique, domaine, discipline, sujet | | licence | modifie le, date de modification, derniere modification, mise a jour | site du fournisseur, site de l etablissement, site web de l etablissement, site de l organisme
Spanish: titulo, titulo del curso, nombre del curso, nombre, curso | enlace, enlace del curso, direccion web, sitio web, pagina web, pagina, direccion | proveedor, institucion, universidad, organizacion, escuela, entidad, centro | idioma, idiomas, lengua | fecha, fecha de publicacion, publicado, fecha de inicio, inicio | descripcion, resumen, contenido | etiquetas, palabras clave | autor, autora, autores, profesor, profesora, profesores, docente, docentes, instructor | categoria, categorias, materia, materias, tema, temas, area, asignatura, disciplina | | licencia | fecha de modificacion, ultima modificacion, actualizado, ultima actualizacion | sitio web del proveedor, web del proveedor, sitio web de la institucion, web de la institucion
Portuguese: titulo, titulo do curso, nome do curso, nome, curso | ligacao, endereco, endereco web, pagina web, pagina, sitio web, site, link do curso | fornecedor, provedor, instituicao, universidade, organizacao, escola, entidade | idioma, idiomas, lingua | data, data de publicacao, publicado em, data de inicio, inicio | descricao, resumo, conteudo, ementa | etiquetas, palavras chave | autor, autora, autores, professor, professora, professores, docente, formador, instrutor | categoria, categorias, materia, tema, temas, assunto, area, disciplina | | licenca | data de modificacao, ultima modificacao, atualizado em, ultima atualizacao | site do fornecedor, site da instituicao, pagina da instituicao
Italian: titolo, titolo del corso, nome del corso, nome, corso | collegamento, indirizzo, indirizzo web, sito, sito web, pagina web, pagina | fornitore, ente, istituzione, istituto, universita, ateneo, organizzazione, scuola | lingua, lingue, lingua di insegnamento | data, data di pubblicazione, pubblicato il, data di inizio, inizio | descrizione, sommario, contenuto, contenuti | etichette, parole chiave | autore, autori, autrice, docente, docenti, insegnante, professore, relatore | categoria, categorie, materia, materie, tema, temi, argomento, area, disciplina | | licenza | data di modifica, ultima modifica, aggiornato il, ultimo aggiornamento | sito del fornitore, sito dell ente, sito web dell ente
Dutch: titel, cursustitel, cursusnaam, naam van de cursus, titel van de cursus, naam, cursus, opleiding | koppeling, adres, webadres, webpagina, internetadres | aanbieder, instelling, universiteit, hogeschool, organisatie, opleider | taal, talen, voertaal | datum, publicatiedatum, gepubliceerd op, begindatum, startdatum, begin | beschrijving, omschrijving, samenvatting, inhoud | trefwoorden, labels | auteur, auteurs, docent, docenten, spreker | categorie, categorieen, onderwerp, onderwerpen, thema, vak, vakgebied | | licentie | gewijzigd, gewijzigd op, laatst gewijzigd, bijgewerkt | website van de aanbieder, website aanbieder, website instelling
Polish: tytuł, tytuł kursu, nazwa kursu, nazwa szkolenia, nazwa, kurs, szkolenie | odnosnik, adres, adres www, strona, strona internetowa, strona www | dostawca, instytucja, organizator, uczelnia, uniwersytet, organizacja, szkoła | jezyk, jezyki, jezyk kursu | data, data publikacji, opublikowano, data rozpoczecia, poczatek | opis, opis kursu, streszczenie | tagi, słowa kluczowe | autor, autorzy, prowadzacy, wykładowca, nauczyciel | kategoria, kategorie, temat, tematy, przedmiot, dziedzina | | licencja | data modyfikacji, zmodyfikowano, ostatnia zmiana, zaktualizowano | strona dostawcy, strona organizatora, strona instytucji
Russian: название, название курса, название программы, наименование, наименование курса, заголовок, курс, дисциплина | ссылка, ссылка на курс, адрес, веб адрес, сайт, страница | провайдер, поставщик, организация, университет, вуз, учреждение, организатор, школа | язык, языки, язык курса, язык обучения | дата, дата публикации, опубликовано, дата начала, начало | описание, описание курса, аннотация, содержание | теги, метки, ключевые слова | автор, авторы, преподаватель, преподаватели, лектор | категория, категории, предмет, тема, темы, направление, раздел | | лицензия | дата изменения, изменено, обновлено, дата обновления | сайт провайдера, сайт организации, сайт университета
Chinese: 标题, 課程標題, 课程标题, 课程名称, 課程名稱, 名称, 名稱, 標題, 课程, 課程 | 链接, 連結, 课程链接, 課程連結, 网址, 網址, 地址 | 提供者, 提供方, 机构, 機構, 学校, 學校, 大学, 大學, 院校, 开课机构 | 语言, 語言, 授课语言, 授課語言 | 日期, 发布日期, 發布日期, 出版日期, 开课日期, 開課日期, 开始日期 | 描述, 简介, 簡介, 课程简介, 課程簡介, 说明, 說明, 内容 | 标签, 標籤, 关键词, 關鍵字 | 作者, 教师, 教師, 讲师, 講師, 老师, 老師, 授课教师 | 类别, 類別, 分类, 分類, 学科, 學科, 主题, 主題, 科目 | | 许可, 许可证, 授權 | 修改日期, 更新日期, 更新时间, 更新時間 | 机构网址, 机构网站, 學校網址, 機構網站
Japanese: タイトル, 講座名, コース名, 科目名, 授業名, 講義名, 名称, 題名, コース, 講座 | リンク, アドレス, ホームページ, ウェブサイト, サイト | 提供者, 提供元, 提供機関, 機関, 大学, 大学名, 学校, 主催者, 主催, 開講機関 | 言語, 使用言語 | 日付, 公開日, 発行日, 開始日, 開講日 | 説明, 概要, 内容, 講座概要 | タグ, キーワード | 著者, 作者, 講師, 教員, 担当教員, 教授 | カテゴリ, カテゴリー, 分野, 科目, 主題, テーマ, 分類 | | ライセンス | 更新日, 最終更新日 | 提供機関のURL, 機関のサイト, 大学のサイト
Arabic: العنوان, عنوان الدورة, اسم الدورة, عنوان المقرر, اسم المقرر, الاسم, الدورة, المقرر, المساق | الرابط, رابط الدورة, الموقع, الموقع الالكتروني, عنوان الويب | مقدم الدورة, الجهة المقدمة, المزود, الجهة, المؤسسة, الجامعة, المنظمة, المدرسة | اللغة, لغة الدورة, لغة التدريس | التاريخ, تاريخ النشر, تاريخ البدء, تاريخ البداية | الوصف, وصف الدورة, الملخص, المحتوى | الوسوم, الكلمات المفتاحية, كلمات مفتاحية | المؤلف, المدرب, المحاضر, المدرس, الاستاذ | الموضوع, التصنيف, الفئة, المجال, التخصص, المادة | | الترخيص, الرخصة | تاريخ التعديل, تاريخ التحديث, اخر تحديث | موقع الجهة, موقع المؤسسة, موقع الجامعة
`;
