// Free ids: those that problems of a missing id propose.
import { otherId } from '../../catalog/constraints.ts';
import type { References } from '../../catalog/references.ts';
import type { RecordKind, SourceFile } from '../../catalog/source/find.ts';
import { freeIds, isId } from '../../catalog/source/record.ts';
import { readLedgers, rememberedIds } from '../../storage/ledger.ts';
import { ProblemsError, type Problem } from '../../text/problems.ts';

/**
 * Names the next free ids, one after another, in the problems of a missing id; of courses only if all their ids are given. A ledger that
 * cannot be read is one more problem.
 */
export function withFreeIds(
  problems: readonly Problem[],
  { data, files }: { readonly data: string; readonly files: readonly SourceFile[] },
  { providers, categories }: Pick<References, 'providers' | 'categories'>,
  courses?: () => Iterable<number>,
): readonly Problem[] {
  if (!problems.some(isOfMissingId)) return problems;
  const kinds = new Map(files.map(({ path, kind }) => [path, kind]));
  try {
    const remembered = rememberedIds(readLedgers(data));
    const next: Partial<Record<RecordKind, () => number>> = {
      providers: freeIds([...providers.map(({ id }) => id), ...remembered.providers]),
      categories: freeIds([...categories.map(({ id }) => id), ...remembered.categories]),
      ...(courses && { courses: freeIds([...courses(), ...remembered.courses]) }),
    };
    return problems.map((problem) => {
      const kind = kinds.get(problem.file);
      const id = isOfMissingId(problem) && kind ? next[kind]?.() : undefined;
      return isId(id) ? { ...problem, remedy: `${problem.remedy}; the next free id is ${id}` } : problem;
    });
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    return [...problems, ...error.problems];
  }
}

function isOfMissingId({ rule, remedy }: Problem): boolean {
  return rule === 'id-missing' || (rule === 'id-unique' && remedy === otherId);
}
