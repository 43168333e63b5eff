// Writes packs: those whose responses changed, and the file that lists where each pack begins.
import { keyText, packPath, startsPath, type PackKind } from '../../api/packs.ts';
import { GrowingBytes, lineEnd } from '../../output/bytes.ts';
import { FileReader } from '../../output/records.ts';
import type { Records, Writer, WrittenFiles } from '../../output/writer.ts';
import { compareText } from '../../problems.ts';
import { isKept, planPacks, type Pack, type PlannedPack } from './plan.ts';
import { compareWithPublished, PackFiles, publishedSource, type PublishedPacks } from './published.ts';
import { RecordTable, renderedSource, type NamedResponse } from './table.ts';

/** The packs of one kind. */
export interface WrittenPacks {
  readonly packs: readonly Pack[];
  /** What was written of them, without the list of starts. */
  readonly written: WrittenFiles;
  /** Paths of packs that stay as they are. */
  readonly kept: readonly string[];
  /** See `PackDifference`. */
  readonly changed: readonly string[] | undefined;
}

/** Packs the rendered responses of a kind, together with what stays of the published packs. */
export function writePacks(
  kind: PackKind,
  records: readonly Records[],
  published: PublishedPacks,
  writer: Writer,
  largest?: number,
): WrittenPacks {
  using reader = new FileReader();
  const files = new PackFiles(published.target, kind);
  const sources = records.map((one) => renderedSource(one, reader));
  const rendered = new RecordTable(sources);
  const { untouched, staying, changed } = compareWithPublished(kind, rendered, published, files);
  const table = staying.length === 0 ? rendered : new RecordTable([...sources, ...staying]);
  const planned = planPacks(table, untouched, largest);
  const kept = planned.filter(isKept).map(({ start }) => packPath(kind, start));
  const pack = new GrowingBytes();
  for (const plan of planned) {
    if (isKept(plan)) continue;
    assemble(pack, responsesOf(kind, plan, table, files));
    writer.write(packPath(kind, plan.start), pack);
  }
  const packs = planned.map(({ start, bytes, indexBytes, count }) => ({ start, bytes, indexBytes, count }));
  return { packs, written: writer.tally(), kept, changed };
}

/** Writes the list of where packs begin. */
export function writeStarts(kind: PackKind, packs: readonly Pack[], writer: Writer): void {
  writer.write(startsPath(kind), JSON.stringify(packs.map(({ start }) => keyText(start))));
}

function responsesOf(
  kind: PackKind,
  { from, to, packs }: PlannedPack,
  table: RecordTable,
  files: PackFiles,
): NamedResponse[] {
  const responses = Array.from({ length: to - from }, (_, at) => table.at(from + at));
  for (const { start } of packs) {
    const source = publishedSource(kind, start, Object.keys(files.load(start).index), files);
    for (let at = 0; at < source.keys.length; at += 1) responses.push(source.at(at));
  }
  return responses.toSorted((a, b) => compareText(a.name, b.name));
}

/** The bytes of a pack: its index, and the responses in the order of their names. */
function assemble(pack: GrowingBytes, responses: readonly NamedResponse[]): void {
  let [index, offset] = ['', 0];
  for (const { name, bytes } of responses) {
    index += `${index === '' ? '{' : ','}${JSON.stringify(name)}:[${offset},${bytes.length}]`;
    offset += bytes.length;
  }
  pack.clear();
  pack.addText(`${index}}`);
  pack.addByte(lineEnd);
  for (const { bytes } of responses) pack.addBytes(bytes);
}
