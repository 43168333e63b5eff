// The settings of a catalog that the script of the element needs, as a build writes them before its code.
import type { LocaleTag } from '../../text/locales/tags.ts';

export interface EmbedSettings {
  /** A color of CSS. */
  readonly accent: string;
  /** For pages that do not say their language, or another one. */
  readonly language: LocaleTag;
}

/** The name of the constant that holds them. */
export const settingsName = 'catalogSettings';
