// Finds the shards in a folder: the finished results of every shard, each of them once.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, messageOf } from '../../errors.ts';
import { realPath } from '../../paths.ts';
import { fileProblem, ProblemsError, type Problem } from '../../problems.ts';
import { holderOf } from '../../storage/lock.ts';
import { findManifests, type FoundShard } from './shard-manifest.ts';
import { shardIn, shardText } from './shard.ts';

/** The shards in a folder, by ascending number. Throws a ProblemsError that names each that is missing, unfinished or there twice. */
export function findShards(merge: string): FoundShard[] {
  const busy = readFrom(merge, busyShards);
  if (busy.length > 0) throw new ProblemsError(busy);
  const finished = readFrom(merge, findManifests);
  const totals = new Set(finished.map(({ manifest }) => manifest.total));
  const [total] = totals;
  if (total === undefined) throw new ProblemsError([missing(merge, 'no shard in it is finished')]);
  if (totals.size > 1) throw new ProblemsError(finished.map((shard) => ofAnotherTotal(shard)));
  const problems: Problem[] = [];
  const shards: FoundShard[] = [];
  for (let index = 1; index <= total; index += 1) {
    const name = shardText({ index, total });
    const [first, ...others] = finished.filter(({ manifest }) => manifest.shard === index);
    if (!first) problems.push(missing(merge, `shard ${name} is missing or not finished`));
    else shards.push(first);
    // A copy of the same results does no harm.
    for (const { folder } of others.filter(({ text }) => text !== first?.text)) {
      const finding = `holds shard ${name} with other results than ${first?.folder ?? ''}`;
      problems.push(fileProblem(folder, { rule: 'shard-unique', finding }));
    }
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return shards;
}

function missing(merge: string, finding: string): Problem {
  return fileProblem(merge, { rule: 'shard-missing', finding });
}

function ofAnotherTotal({ folder, manifest }: FoundShard): Problem {
  const { shard, total } = manifest;
  const finding = `holds shard ${shardText({ index: shard, total })}, beside shards of another total`;
  const remedy = 'remove the shards of earlier runs, then merge again';
  return fileProblem(folder, { rule: 'shard-other', finding, remedy });
}

/** The shards whose results are being written. */
function busyShards(merge: string): Problem[] {
  const home = realPath(merge);
  return readdirSync(merge).flatMap((name) => {
    const folder = /^\.(shard-.*)\.lock$/u.exec(name)?.[1];
    const shard = folder === undefined ? undefined : shardIn(folder);
    const holder = shard && holderOf(join(home, folder ?? ''), home);
    if (holder === undefined || !shard) return [];
    const finding = `shard ${shardText(shard)} is still being written by ${holder}`;
    return [fileProblem(merge, { rule: 'shard-busy', finding })];
  });
}

/** Reads the folder of the shards. If that fails, the problem is one of that folder, not of the target. */
function readFrom<T>(merge: string, read: (folder: string) => T): T {
  try {
    return read(merge);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const finding = errorCode(error) === 'ENOENT' ? 'there is no such folder' : `cannot be read: ${messageOf(error)}`;
    throw new ProblemsError([missing(merge, finding)]);
  }
}
