// `build.json`, which identifies a build: with the versions of the interface and of the tool, a digest of the catalog, and counts.
import { createHash, hash } from 'node:crypto';
import { interfaceVersion } from '../../api/routes.ts';
import type { Catalog, Chunks, RenderedCourse } from '../output.ts';
import type { AboutTypes } from './row.ts';

const digestBytes = 32;

/** The digest of a course, in hexadecimal digits: of its view, and of what only its page shows. */
export function courseDigest({ course: { license, modified }, view, viewDigest }: RenderedCourse): string {
  if (license === '' && modified === '') return viewDigest();
  return hash('sha256', Buffer.concat([view.bytes, Buffer.from(`${license}\n${modified}`)]));
}

/** The document without the final newline; `version` is that of this tool. */
export function renderBuild(catalog: Catalog, chunks: Chunks<AboutTypes['part']> | undefined, version: string): string {
  const { references, layout, lists, journal } = catalog;
  return JSON.stringify({
    interface: interfaceVersion,
    tool: version,
    digest: `sha256:${catalogDigest(catalog, chunks)}`,
    courses: lists.courses,
    providers: references.providers.length,
    categories: references.categories.length,
    languages: layout.filter(({ route }) => route === 'language').length,
    changed: journal?.lines.at(-1)?.at,
  });
}

/** A digest that is the same for the same catalog, however its source is divided into files, and a build into chunks. */
function catalogDigest({ references, numbered }: Catalog, chunks: Chunks<AboutTypes['part']> | undefined): string {
  const { byId, offsets } = numbered;
  const digests = new Uint8Array(byId.length * digestBytes);
  for (let chunk = 0; chunk < (chunks?.count ?? 0); chunk += 1) {
    digests.set(chunks?.parts.digests(chunk) ?? [], (offsets[chunk] ?? 0) * digestBytes);
  }
  const ordered = new Uint8Array(digests.length);
  for (const [rank, course] of byId.entries()) {
    ordered.set(digests.subarray(course * digestBytes, (course + 1) * digestBytes), rank * digestBytes);
  }
  return createHash('sha256').update(JSON.stringify(references)).update(ordered).digest('hex');
}
