// The names of how a course is held, in the languages in which lists of courses have them.
import { keysOf } from '../text/keys.ts';

/** How a course is held, as far as schema.org has a word for it. */
type CourseMode = 'online' | 'on-site' | 'blended';

const names: Readonly<Record<CourseMode, string>> = {
  online: 'online|on-line|online-kurs|onlinekurs|en ligne|distanciel|en distanciel|en línea|在线|线上|عبر الإنترنت',
  'on-site':
    'on-site|onsite|on site|in-person|in person|face-to-face|face to face|' +
    'präsenz|in präsenz|präsenzkurs|präsenzunterricht|präsenzveranstaltung|vor ort|' +
    'présentiel|en présentiel|sur place|presencial|线下|حضوري',
  blended: 'blended|blended learning|hybrid|online und vor ort|hybride|híbrido|híbrida|semipresencial|混合式|مدمج',
};

const modes = new Map(keysOf(names).flatMap((mode) => names[mode].split('|').map((name) => [name, mode] as const)));

/** The mode that a text names, whatever its case; undefined if it says anything else. */
export function modeOf(text: string): CourseMode | undefined {
  return modes.get(text.trim().normalize().toLowerCase());
}
