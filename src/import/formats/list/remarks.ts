// Remarks: what the text after the link of an entry says in brackets, code and pictures, and what is left of it.
import { lazy, memoize } from '../../../memoize.ts';
import { hasWebScheme } from '../../../text/web-address.ts';
import { isDuration } from '../../values/durations.ts';
import { readPrice } from '../../values/field-values.ts';
import { withoutInvisible } from '../../values/invisible.ts';
import { namesOfLanguage } from '../../values/languages.ts';
import { isOrganization } from '../../values/names.ts';
import { collapseSpaces } from '../../values/texts.ts';
import { pictureNames, pictures, type Link, type Piece } from './pieces.ts';

export interface Remarks {
  /** What stands outside of brackets, without the signs around it. */
  readonly text: string;
  readonly price: readonly string[];
  readonly level: readonly string[];
  readonly duration: readonly string[];
  readonly language: readonly string[];
  /** Names in brackets at the end. */
  readonly names: readonly string[];
  /** Texts in brackets and in code, and pictures, that are none of these. */
  readonly others: readonly string[];
  /** What else it links to. */
  readonly links: ReadonlySet<Link>;
}

type Kind = 'price' | 'level' | 'duration' | 'language' | 'names' | 'others';
type Value = readonly [Kind, string];

/** What encloses the text of a link here. */
const [linkStart, linkEnd] = ['\ufdd0', '\ufdd1'];
const linksInBrackets = /[([（]\s*(?:\ufdd0[^\ufdd1]*\ufdd1[\s,;|/&·•]*)+[)\]）]|\|\s*\ufdd0[^\ufdd1]*\ufdd1/gu;
const linksAfterBrackets = /(?=\ufdd0)(?<=[)\]）]\s*)\ufdd0[^\ufdd1]*\ufdd1/gu;
const firstLinks = /^(?:[\s|,;/&·•]*\ufdd0[^\ufdd1]*\ufdd1)+/u;
/** What programs for Markdown read: `{:target="_blank"}`. */
const attributes = /\{:[^{}]*\}/gu;
const signsBefore = /^[\s\p{Pd}−|:,;.·•~→=)\]）]+(?:by\s+)?/iu;
const signsAfter = /(?<![\s\p{Pd}−|:,;·•~→=])[\s\p{Pd}−|:,;·•~→=]+$/u;
const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '）': '（', '】': '【' };
/** Flags by the codes of their regions, as GitHub reads them; others of two letters are no flags. */
const flagNames = /^:(?:cn|de|es|fr|gb|it|jp|kr|ru|uk|us):$/u;
const flag = /[\u{1f1e6}-\u{1f1ff}]{2}/gu;
/** Reading longer texts would take long. */
const maxText = 2000;
const maxName = 80;
/** Names have a capital in their first word, and no long word in small letters, unless they are those of organizations. */
const nameStart = /^["“«]?\p{Ll}{0,9}[\p{Lu}\p{Lo}\p{N}]/u;
const smallWord = /(?<![\p{L}\p{N}'’-])\p{Ll}{5,}(?![\p{L}\p{N}])/u;
/** Other codes may be words, and two of these are subjects, too: augmented reality, information technology. */
const codeNames = 'DE|EN|ES|FR|JA|NL|PL|PT|RU|ZH';
const codes = new RegExp(`^(?:${codeNames})$`, 'u');
const codesOrSubjects = /^(?:AR|IT)$/u;
const codesInBrackets = new RegExp(String.raw`[([（]\s*(?:${codeNames})\s*[)\]）]`, 'u');

const levels =
  /^(?:beg(?:inners?)?|int(?:ermediate)?|adv(?:anced)?|novices?|basic|introductory|elementary|experts?|all levels|anfänger|einsteiger|mittelstufe|fortgeschrittene?|profis?|débutants?|intermédiaire|avancé|principiantes?|básico|intermedio|avanzado|iniciantes?|intermediário|avançado|base|avanzato|principianti|gemiddeld|gevorderd(?:en)?|początkujący|średnio ?zaawansowany|zaawansowany|начальный|новичок|базовый|средний|продвинутый|初级|中级|高级|入门|初級|中級|上級|입문|초급|중급|고급|مبتدئ|متوسط|متقدم)$/iu;
/** Files, films, years, and what is a level or a language elsewhere. */
const noName = /^(?:ar|basic|it|pdf|html|epub|zip|mp[34]|videos?|audio|slides|playlist|podcast|ppt|[\p{N}\s./–-]+)$/iu;

/** Countries of one language are meant by their flags as that. */
const ofSeveralLanguages = new Set('BE CA CH CM EU HK IL IN KE LU MO NG PH PK SG UN ZA'.split(' '));

/** Whether some of the texts after links name languages by codes in brackets. */
export function hasCodesOfLanguages(texts: readonly string[]): boolean {
  return texts.some((text) => codesInBrackets.test(text));
}

/** Reads what stands after the link of an entry; `hasCodes` says whether entries beside it name languages by codes. */
export function readRemarks(pieces: readonly Piece[], hasCodes: boolean): Remarks {
  const found: Record<Kind, string[]> = { price: [], level: [], duration: [], language: [], names: [], others: [] };
  const links = new Set<Link>();
  const add = (remark: string, mayName: boolean) => {
    for (const [kind, value] of valuesIn(remark, mayName, hasCodes)) found[kind].push(value);
    return ' ';
  };
  const addFlag = (region: string, sign: string) => {
    const language = languageOf(region);
    found[language === undefined ? 'others' : 'language'].push(language ?? sign);
    return ' ';
  };
  let written = '';
  for (const { text, link, style } of pieces) {
    const trimmed = text.trim();
    const isBracketed = style === 'em' && /^[([（].*[)\]）]$/su.test(trimmed);
    if (link !== undefined && hasWebScheme(link.address)) {
      links.add(link);
      written += linkStart + text + linkEnd;
    } else if (style === 'code') written += add(trimmed, false);
    else written += isBracketed ? add(trimmed.slice(1, -1), false) : text;
  }
  const inWords = written
    .replaceAll(linksInBrackets, ' ')
    .replaceAll(linksAfterBrackets, ' ')
    .replace(firstLinks, ' ')
    .replaceAll(/[\ufdd0\ufdd1]/gu, '')
    .replaceAll(attributes, ' ')
    .replaceAll(flag, (sign) => addFlag(regionOf(sign), sign))
    .replaceAll(pictureNames, (sign) => (flagNames.test(sign) ? addFlag(sign.slice(1, 3), sign) : add(sign, false)))
    .replaceAll(pictures, (sign) => (/\p{Extended_Pictographic}/u.test(sign) ? add(sign, false) : ''));
  let text = withoutSigns(inWords);
  // What is in brackets directly after the link, as in `(paid) - Ann Poe`.
  for (let bracket = firstBracket(text); bracket !== undefined; bracket = firstBracket(text)) {
    add(bracket.text, false);
    text = withoutSigns(bracket.after);
  }
  for (let bracket = lastBracket(text); bracket !== undefined; bracket = lastBracket(text)) {
    add(bracket.text, true);
    text = withoutSigns(bracket.before);
  }
  for (let value = lastValue(text, hasCodes); value !== undefined; value = lastValue(text, hasCodes)) {
    found[value.kind].push(value.text);
    text = withoutSigns(value.before);
  }
  // The outer one of two brackets is the last that was read.
  return { ...found, names: found.names.toReversed(), text, links };
}

function withoutSigns(text: string): string {
  return collapseSpaces(withoutInvisible(text)).replace(signsBefore, '').replace(signsAfter, '');
}

/** What is in brackets at the beginning of a text, before a dash, and what is after them. */
function firstBracket(text: string): { readonly text: string; readonly after: string } | undefined {
  const [whole = '', inner] = /^[([（【]([^()[\]（）【】]{0,80})[)\]）】]\s*(?=[\p{Pd}−|:])/u.exec(text) ?? [];
  return inner === undefined ? undefined : { text: inner.trim(), after: text.slice(whole.length) };
}

/** What is in brackets at the end of a text, and what is before them. */
function lastBracket(text: string): { readonly text: string; readonly before: string } | undefined {
  const end = text.endsWith('.') ? text.length - 2 : text.length - 1;
  const sign = opening[text[end] ?? ''];
  const start = sign === undefined || text.length > maxText ? -1 : text.lastIndexOf(sign, end);
  const inner = text.slice(start + 1, end).trim();
  return start === -1 || inner === '' || /[)\]）】]/u.test(inner)
    ? undefined
    : { text: inner, before: text.slice(0, start) };
}

/** A price, a level, a duration or a language at the end of a text, or all of it: `free`, `for experts - free`. */
function lastValue(text: string, hasCodes: boolean) {
  if (text.length > maxText) return undefined;
  const start = Math.max(...[' - ', ' – ', ' — ', ' | '].map((sign) => text.lastIndexOf(sign)));
  const part = start === -1 ? text : text.slice(start + 3);
  const [kind, value] = (part.length <= maxName && valueIn(part, hasCodes)) || [];
  return kind === undefined || value === undefined
    ? undefined
    : { kind, text: value, before: text.slice(0, Math.max(start, 0)) };
}

/** The values in a remark; `mayName` says whether what is left of it may be a name. */
function valuesIn(remark: string, mayName: boolean, hasCodes: boolean): Value[] {
  const parts = remark.split(/[,;/|·]/u).map((text) => {
    const part = text.trim();
    return { part, value: valueIn(part, hasCodes) };
  });
  const known = parts.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const others = parts.flatMap(({ part, value }) => (value === undefined ? part : []));
  const rest = known.length === 0 ? remark : others.join(', ');
  if (rest === '') return known;
  const isName = nameStart.test(rest) && !noName.test(rest) && (!smallWord.test(rest) || isOrganization(rest));
  return [...known, [mayName && isName && rest.length <= maxName ? 'names' : 'others', rest]];
}

function valueIn(part: string, hasCodes: boolean): Value | undefined {
  // BASIC is a language for programs.
  if (levels.test(part) && part !== 'BASIC') return ['level', part];
  if (readPrice(part) !== undefined) return ['price', part];
  if (isDuration(part)) return ['duration', part];
  const name = part.replace(/^(?:in|en|auf|em|na|po) /iu, '');
  const isCode = /^\p{Script=Latin}{1,3}$/u.test(name);
  const isLanguage = isCode
    ? codes.test(name) || (hasCodes && codesOrSubjects.test(name))
    : name.length <= maxName && namesOfLanguage(name) !== undefined;
  return isLanguage ? ['language', name] : undefined;
}

/** The region of a flag, whose letters are signs of their own. */
function regionOf(sign: string): string {
  return Array.from(sign, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join('');
}

const regionNames = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The code of the language that the flag of a region stands for; undefined if it may be one of several. */
const languageOf = memoize((code: string): string | undefined => {
  const region = code.toUpperCase() === 'UK' ? 'GB' : code.toUpperCase();
  const isOfOne = regionNames().of(region) !== undefined && !ofSeveralLanguages.has(region);
  return isOfOne ? new Intl.Locale(`und-${region}`).maximize().language : undefined;
});
