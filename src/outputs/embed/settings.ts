// The settings of a catalog that the script of the element needs, as a build writes them before its code.
import type { LocaleTag } from '../../text/locales/tags.ts';

export interface EmbedSettings {
  /** A color of CSS. */
  readonly accent: string;
  /** For pages that do not say their language, or another one. */
  readonly language: LocaleTag;
  /** Whether every course has a static page. */
  readonly coursePages: boolean;
  /** Whether `index.html` at the site root is the catalog page, which can show a course. */
  readonly frontPage: boolean;
}

/** The name of the constant that holds them. */
export const settingsName = 'catalogSettings';
