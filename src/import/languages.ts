// Languages: the names that sources mean by a code or by a name in another spelling.
import { foldLanguage, whyNoFolder } from '../catalog/languages.ts';
import { namesOfTag } from '../site/languages.ts';

/** Languages of ISO 639 beside those of the feeds, with their English names. `Intl.DisplayNames` differs between versions of Node. */
const otherNames = new Map(
  `af Afrikaans,am Amharic,as Assamese,ast Asturian,az Azerbaijani,be Belarusian,bo Tibetan,br Breton,bs Bosnian,co Corsican,cy Welsh,dv Divehi,eo Esperanto,fil Filipino,fo Faroese,fy Western Frisian,gd Scottish Gaelic,grc Ancient Greek,gsw Swiss German,gu Gujarati,ha Hausa,ht Haitian Creole,ig Igbo,is Icelandic,iu Inuktitut,jv Javanese,ku Kurdish,ky Kyrgyz,la Latin,lb Luxembourgish,lo Lao,mg Malagasy,mi Māori,mk Macedonian,mn Mongolian,ms Malay,mt Maltese,nb Norwegian Bokmål,nn Norwegian Nynorsk,oc Occitan,or Odia,ps Pashto,qu Quechua,rm Romansh,rw Kinyarwanda,sa Sanskrit,sd Sindhi,se Northern Sami,so Somali,sq Albanian,su Sundanese,tg Tajik,ti Tigrinya,tk Turkmen,tl Filipino,tt Tatar,ug Uyghur,uz Uzbek,wo Wolof,xh Xhosa,yi Yiddish,yo Yoruba,zh-Hans Simplified Chinese,zu Zulu`
    .split(',')
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
);

/** What stands for no language in particular. */
const none = /^(?:mul|und|zxx|mis|mehrsprachig|multilingual|multiple(?: languages)?|n\/?a|none|null|-+)$/iu;
const code = /^[a-z]{2,3}(?:[-_][a-z\d]+)*$/iu;

/** Turns what sources write into language names. Names that the catalog already uses win over others of the same language. */
export class LanguageNames {
  private readonly byFold = new Map<string, string>();
  /** Few texts come again and again. */
  private readonly resolved = new Map<string, string | undefined>();

  constructor(used: Iterable<string>) {
    for (const name of used) this.byFold.set(foldLanguage(name), name);
  }

  /** The name that is meant; undefined if it is no language, or none that can be published. */
  resolve(written: string): string | undefined {
    if (!this.resolved.has(written)) this.resolved.set(written, this.find(written));
    return this.resolved.get(written);
  }

  private find(written: string): string | undefined {
    const text = written.trim();
    if (text === '' || none.test(text)) return undefined;
    const names = code.test(text) ? namesOfCode(text) : undefined;
    const known = (names ?? [text])
      .map((name) => this.byFold.get(foldLanguage(name)))
      .find((name) => name !== undefined);
    if (known !== undefined) return known;
    const name = names?.[0] ?? text;
    // A short code that no table knows is not a name.
    if ((names === undefined && code.test(text) && text.length < 4) || whyNoFolder(name) !== undefined)
      return undefined;
    this.byFold.set(foldLanguage(name), name);
    return name;
  }
}

function namesOfCode(text: string): readonly string[] | undefined {
  const [canonical] = canonicalLocales(text.replaceAll('_', '-'));
  if (canonical === undefined) return undefined;
  const [language = '', next = ''] = canonical.split('-');
  const script = /^[A-Z][a-z]{3}$/u.test(next) ? `${language}-${next}` : language;
  return [script, language].map((tag) => namesOfTag(tag) ?? otherOf(tag)).find((names) => names !== undefined);
}

function otherOf(tag: string): readonly string[] | undefined {
  const name = otherNames.get(tag);
  return name === undefined ? undefined : [name];
}

function canonicalLocales(text: string): string[] {
  try {
    return Intl.getCanonicalLocales(text);
  } catch {
    return [];
  }
}
