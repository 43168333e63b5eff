// The languages of the catalogs that tests harvest, with their tags as in the registry of IANA.
import type { SourceCatalog } from '../oracle/read-source.ts';

/** By the names in English, and by those in the language itself. */
const tags = new Map(
  `
  ar: Arabic, العربية | bg: Bulgarian, Български | bn: Bengali, বাংলা | ca: Català | cs: Čeština | da: Dansk |
  de: German, Deutsch | el: Greek, Ελληνικά | en: English | es: Spanish, Español | fa: Persian, فارسی |
  fi: Finnish, Suomi | fr: French, Français | he: Hebrew, עברית | hi: Hindi, हिन्दी | hu: Magyar |
  id: Indonesian, Bahasa Indonesia | it: Italian, Italiano | ja: Japanese, 日本語 | kk: Kazakh | km: Khmer |
  kn: Kannada | ko: Korean, 한국어 | ml: Malayalam | mr: Marathi | my: Burmese | ne: Nepali | nl: Nederlands |
  no: Norwegian | pa: Punjabi | pl: Polish, Polski | pt: Português | pt-BR: Portuguese (Brazil) |
  pt-PT: Portuguese (Portugal) | ro: Romanian, Română | ru: Russian, Русский | si: Sinhala | sr: Српски |
  sv: Swedish, Svenska | sw: Kiswahili | ta: Tamil, தமிழ் | te: Telugu | th: Thai, ไทย | tr: Turkish, Türkçe |
  uk: Ukrainian, Українська | ur: Urdu | vi: Vietnamese, Tiếng Việt | zh: Chinese, 中文 |
  zh-Hant: Chinese (Traditional)`
    .split('|')
    .map((row) => row.trim().split(': '))
    .flatMap(([tag = '', names = '']) => names.split(', ').map((name) => [name.normalize(), tag] as const)),
);

/** The tags of languages by name, those of the source first; empty for all other languages. */
export function languageTagsOf({ languages }: SourceCatalog): (name: string) => string {
  const own = new Map(languages.map(({ name, tag }) => [name.normalize(), tag]));
  return (name) => own.get(name.normalize()) || (tags.get(name.normalize()) ?? '');
}
