// Finds the shards in a folder: the finished results of every shard, each of them once.
import { errorCode, messageOf } from '../../text/errors.ts';
import { fileProblem, ProblemsError, type Problem } from '../../text/problems.ts';
import { findManifests, type FoundShard } from './shard-manifest.ts';
import { shardText } from './shard.ts';

/** The shards in a folder, by ascending number. Throws a ProblemsError that names each that is missing, unfinished or there twice. */
export function findShards(merge: string): FoundShard[] {
  const missing = (finding: string) => fileProblem(merge, { rule: 'shard-missing', finding });
  const found = finishedIn(merge, missing);
  const [first] = found;
  if (!first) throw new ProblemsError([missing('no shard in it is finished')]);
  const { total } = first.manifest.shard;
  if (found.some(({ manifest }) => manifest.shard.total !== total)) throw new ProblemsError(found.map(ofAnotherTotal));
  const problems = Array.from({ length: total }, (_, at) => at + 1).flatMap((index) => {
    const name = shardText({ index, total });
    const [one, ...others] = found.filter(({ manifest }) => manifest.shard.index === index);
    if (!one) return [missing(`shard ${name} is missing or not finished`)];
    const finding = `holds shard ${name}, as ${one.folder} does`;
    return others.map(({ folder }) => fileProblem(folder, { rule: 'shard-unique', finding }));
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return found.toSorted((a, b) => a.manifest.shard.index - b.manifest.shard.index);
}

/** The finished shards. If the folder cannot be read, the problem is one of that folder, not of the target. */
function finishedIn(merge: string, missing: (finding: string) => Problem): FoundShard[] {
  try {
    return findManifests(merge);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const finding = errorCode(error) === 'ENOENT' ? 'there is no such folder' : `cannot be read: ${messageOf(error)}`;
    throw new ProblemsError([missing(finding)]);
  }
}

function ofAnotherTotal({ folder, manifest }: FoundShard): Problem {
  const finding = `holds shard ${shardText(manifest.shard)}, beside shards of another total`;
  const remedy = 'remove the shards of earlier runs, then merge again';
  return fileProblem(folder, { rule: 'shard-other', finding, remedy });
}
