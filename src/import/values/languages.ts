// Languages: the names that sources mean by a code or by a name in another spelling.
import { namesOfTag, tagOfName } from '../../catalog/language-tags.ts';
import { foldLanguage, whyNoFolder } from '../../catalog/languages.ts';
import { attempt } from '../../text/errors.ts';
import { lazy } from '../../memoize.ts';
import { errorAt } from '../../text/problems.ts';
import { tagLetters, twoLetterTags } from '../../text/locales/language-names.ts';
import { listLanguages } from '../../text/locales/tags.ts';
import { withoutAccents } from '../../text/accents.ts';
import { quoteText } from '../../text/quote.ts';
import { isPlaceholder } from './placeholders.ts';
import { nearestName } from '../../text/suggestions.ts';

/** Languages of ISO 639 beside those of the feeds, with their English names. `Intl.DisplayNames` differs between versions of Node. */
const otherNames = new Map(
  `af Afrikaans,am Amharic,as Assamese,ast Asturian,az Azerbaijani,be Belarusian,bo Tibetan,br Breton,bs Bosnian,co Corsican,cy Welsh,dv Divehi,eo Esperanto,fil Filipino,fo Faroese,fy Western Frisian,gd Scottish Gaelic,grc Ancient Greek,gsw Swiss German,gu Gujarati,ha Hausa,ht Haitian Creole,ig Igbo,is Icelandic,iu Inuktitut,jv Javanese,ku Kurdish,ky Kyrgyz,la Latin,lb Luxembourgish,lo Lao,mg Malagasy,mi Māori,mk Macedonian,mn Mongolian,ms Malay,mt Maltese,nb Norwegian Bokmål,nn Norwegian Nynorsk,oc Occitan,or Odia,ps Pashto,qu Quechua,rm Romansh,rw Kinyarwanda,sa Sanskrit,sd Sindhi,se Northern Sami,so Somali,sq Albanian,su Sundanese,tg Tajik,ti Tigrinya,tk Turkmen,tl Filipino,tt Tatar,ug Uyghur,uz Uzbek,wo Wolof,xh Xhosa,yi Yiddish,yo Yoruba,zh-Hans Chinese (Simplified),zu Zulu`
    .split(',')
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), [entry.slice(entry.indexOf(' ') + 1)]]),
);

interface FoundLanguage {
  readonly name: string;
  /** Its place among all that came. */
  readonly place: number;
  /** Whether the catalog or a table has the name, or it is a variety of one. */
  readonly isKnown: boolean;
  /** The nearest name of those that are known, if it is not. */
  readonly nearest?: string | undefined;
}

/** Values that mean no particular language, beside those that stand for nothing in any field. */
const noLanguage =
  /^(?:mul|und|zxx|mis|mehrsprachig|multilingual|multi|various|multiple(?: languages)?|all languages|subtitled|with subtitles)$/iu;
/** Remarks in brackets after a language. */
const remarkPattern =
  /^(?:[abc][12][+-]?(?: ?[-–/] ?[abc][12])?|auto(?:matic|-generated)?|(?:with|mit|avec|con|com|met) .*|.*(?:subtit|untertitel|sous-titr|subtít|legend|ondertitel).*)$/iu;
const pairPattern = /^(\p{L}[\p{L}\p{M} ]*?)\s*[-–—→>↔]+\s*(\p{L}[\p{L}\p{M} ]*)$/u;
const codePattern = /^[a-z]{2,3}(?:[-_][a-z\d]+)*$/iu;

/** What separates languages that stand together. */
const languageSigns = /[/,;|&+\n、・]|\s(?:u\.|und|and|et|y|e|en|i|и)\s|\sو|[和与與と]/iu;

/** Languages in which languages are named, beside English. */
const locales = [...listLanguages.filter((language) => language !== 'en'), 'zh-Hant'];

/** Turns what sources write into language names. Names that the catalog already uses win over others of the same language. */
export class LanguageNames {
  private readonly byFold = new Map<string, FoundLanguage>();

  constructor(used: Iterable<string>) {
    for (const name of used) this.byFold.set(foldLanguage(name), { name, place: this.byFold.size, isKnown: true });
  }

  /** The texts between the signs that separate languages. A pair such as `EN-DE` or `English – French` is two. */
  partsOf(text: string): readonly string[] {
    return text.split(languageSigns).flatMap((part) => {
      const [, first = '', second = ''] = pairPattern.exec(part.trim()) ?? [];
      const isPair = second !== '' && [first, second].every((name) => namesOfLanguage(name) !== undefined);
      return isPair && !isVariety(part.trim()) ? [first, second] : [part];
    });
  }

  /** The language that a text means; undefined if it is not a language, or one that cannot be published. */
  resolve(written: string): FoundLanguage | undefined {
    const text = this.withoutRemark(written.trim());
    if (isPlaceholder(text) || noLanguage.test(text)) return undefined;
    const names = namesOfLanguage(text);
    const folds = new Set([text, ...(names ?? [])].map(foldLanguage));
    // Of several names of a language the first that came counts, which later imports see first too.
    const [earlier] = [...folds].flatMap((fold) => this.byFold.get(fold) ?? []).toSorted((a, b) => a.place - b.place);
    if (earlier !== undefined) return earlier;
    const name = names?.[0] ?? text;
    // A short code that no table knows is not a name; "Twi" is one.
    const isCode = names === undefined && codePattern.test(text) && text.length < 4 && !/^[A-Z][a-z]{2}$/u.test(text);
    if (isCode || whyNoFolder(name) !== undefined) return undefined;
    const isKnown = names !== undefined || this.isKnown(name);
    const nearest = isKnown ? undefined : nearestName(name, listed().values());
    const language = { name, place: this.byFold.size, isKnown, nearest };
    for (const fold of folds.add(foldLanguage(name))) this.byFold.set(fold, language);
    return language;
  }

  /** A name without what follows it in brackets: a level, its own code, or a remark on subtitles. A region or a script stays. */
  private withoutRemark(text: string): string {
    const [, name = '', remark = ''] = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/u.exec(text) ?? [];
    if (name === '') return text;
    const isSame = codePattern.test(remark) && namesOfLanguage(remark)?.[0] === namesOfLanguage(name)?.[0];
    return isSame || remarkPattern.test(remark) ? name : text;
  }

  /** Throws a ProblemsError if a language that the user names for all courses is not known. */
  require(typed: string): void {
    const finding = this.whyUnknown(typed);
    if (finding !== undefined) throw errorAt('--language', finding);
  }

  /** What is wrong with a language that the user names for all courses; undefined if it is known. */
  whyUnknown(typed: string) {
    const names = this.partsOf(typed).flatMap((part) => part.trim() || []);
    const unknown = (names.length === 0 ? [typed] : names).find((name) => this.resolve(name)?.isKnown !== true);
    if (unknown === undefined) return undefined;
    const suggestion = nearestName(unknown, listed().values());
    const finding = `${quoteText(unknown.trim())} is a language that neither the catalog nor any table knows`;
    const map = `; to give every course this name, whatever a column says: --map 'language:=${names.join(',')}'`;
    // A map would not help with a text that is not a name.
    const isName = names.length > 0 && this.resolve(unknown) !== undefined;
    const remedy = `name it in English or by its code, such as German or de${isName ? map : ''}`;
    return { rule: 'language-known', finding, remedy, ...(suggestion && { suggestion }) } as const;
  }

  /** Varieties of a language count: "Brazilian Portuguese", "Chinese (Simplified)". */
  private isKnown(name: string): boolean {
    const plain = foldLanguage(name).replace(/\s*\(.*\)$/u, '');
    const forms = [plain, plain.slice(plain.lastIndexOf(' ') + 1)];
    return forms.some((form) => tagOfName(form) !== undefined) || forms.some((form) => listed().has(form));
  }
}

/** Whether two codes name a language as it is in a region, as `pt-BR`, `en-us` and `fr-ca` do. */
function isVariety(text: string): boolean {
  const [language = '', region = ''] = /^[a-z]{2,3}-[a-z]{2}$/iu.test(text) ? text.split('-') : [];
  if (region === '') return false;
  if (/^[a-z]+-[A-Z]+$/u.test(text) || /^(?:de|en|fr|it|nl)-(?:be|ca|ch|lu|my)$/iu.test(text)) return true;
  return attempt(() => new Intl.Locale(`und-${region}`).maximize().language) === language.toLowerCase();
}

/** The English name of a language and its own names, by a code or by a name in any of the languages. */
export function namesOfLanguage(text: string): readonly string[] | undefined {
  const names = codePattern.test(text) ? namesOfCode(text) : undefined;
  return names ?? namesOfCode(tagOfName(text) ?? translations().get(foldTranslated(text)) ?? '');
}

// Both are slow to make, the same for every catalog, and needed only for a name that no table of ours has.
/** Codes of the languages of our tables by their names in other languages. */
const translations = lazy(() => {
  const tags = [...twoLetterTags(), 'zh-Hans', 'zh-Hant'].filter((tag) => namesOfCode(tag) !== undefined);
  const named = [...locales.map(namesIn), (tag: string) => namesIn(tag)(tag)].flatMap((nameOf) =>
    tags.map((tag) => [foldTranslated(nameOf(tag) ?? ''), tag] as const),
  );
  return new Map(named.filter(([name]) => name !== ''));
});
/** Names by their folded forms. */
const listed = lazy(() => new Map(languageNames().map((name) => [foldLanguage(name), name])));

function namesOfCode(text: string): readonly string[] | undefined {
  const tag = attempt(() => Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]) ?? '';
  const [language = '', next = ''] = tag.split('-');
  const script = /^[A-Z][a-z]{3}$/u.test(next) ? `${language}-${next}` : language;
  return [script, language]
    .map((code) => namesOfTag(code) ?? otherNames.get(code))
    .find((names) => names !== undefined);
}

/** A name without accents, an Arabic article, and a word for "language". */
function foldTranslated(name: string): string {
  return withoutAccents(name)
    .replace(wordForLanguage, '')
    .replaceAll(/^ال|ة$/gu, '');
}

const wordForLanguage =
  /^(?:(?:اللغة|jezyk|lengua|idioma|langue|lingua|bahasa|tieng) |ภาษา)| (?:language|язык|sprache|taal|dili)$/u;

/**
 * Names in English of all languages with a code of two or three letters, and own names of those with two. They decide on notes
 * and suggestions only: versions of Node differ in some.
 */
function languageNames(): string[] {
  const english = namesIn('en');
  const twoLetters = twoLetterTags();
  const threeLetters = twoLetters.flatMap((start) => tagLetters.map((letter) => english(start + letter)));
  const native = twoLetters.map((tag) => english(tag) && namesIn(tag)(tag));
  return [...twoLetters.map(english), ...threeLetters, ...native].filter((name) => name !== undefined);
}

function namesIn(locale: string): (tag: string) => string | undefined {
  const displayed = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return (tag) => displayed.of(tag);
}
