// Changes: checks that a service which lists what changed lists every course, each once, with the digest of its view.
import { hash } from 'node:crypto';
import { fieldOf } from '../catalog/reading.ts';
import type { Answer } from '../client/client.ts';
import { isPart, sincePath } from '../outputs/changes/paths.ts';
import { lineReader } from '../outputs/journal.ts';
import { quoteText } from '../problems.ts';
import { isAnswered, jsonIn, type Run } from './run.ts';

export class ListedChanges {
  /** The digests of the views that were read, by linkhash. */
  private readonly digests = new Map<string, string>();

  /** Takes note of a response with status 200. */
  see(url: string, { body }: Answer): void {
    const [, linkhash] = /\/courses\/view\/([\da-f]{32})\/$/u.exec(url) ?? [];
    if (linkhash !== undefined) this.digests.set(linkhash, hash('sha256', body));
  }

  /** Reads the list; a service without one breaks nothing. */
  async check(run: Run): Promise<void> {
    const { base, client, checks, courses, sample } = run;
    const since = await client.send({ method: 'GET', url: `${base}/${sincePath}` });
    const parts = since.status === 200 ? jsonIn(since.body) : undefined;
    if (!Array.isArray(parts)) return;
    const listed = new Map<string, string>();
    const read = lineReader();
    let last = '9999';
    for (const part of parts) {
      const path = String(fieldOf(part, 'path'));
      const url = `${base}/${path}`;
      if (!checks.expect('changes', isPart(path), since.request, `${sincePath} names ${quoteText(path)}`)) return;
      const answer = await client.send({ method: 'GET', url });
      if (!isAnswered(run, answer)) return;
      const texts = Buffer.from(answer.body).toString().split('\n').slice(0, -1);
      for (const text of texts) {
        const line = read(text);
        const finding = `${url} has the line ${quoteText(text)}`;
        if (!checks.expect('changes', line !== undefined, answer.request, finding) || !line) continue;
        const { linkhash, at, sha256 } = line;
        const isRight = at <= last && !listed.has(linkhash);
        checks.expect('changes', isRight, answer.request, `${url} has ${linkhash} twice, or not the newest first`);
        listed.set(linkhash, sha256);
        last = at;
        const isThere = sha256 === '' || sample !== undefined || courses.byHash.has(linkhash);
        checks.expect('changes', isThere, answer.request, `${url} has ${linkhash}, which no list has`);
      }
      const isAsNamed = [
        ['until', texts[0]],
        ['from', texts.at(-1)],
      ].every(([name = '', text = '']) => fieldOf(part, name) === (read(text)?.at ?? null));
      const finding = `${sincePath} has other times or another number of lines of ${path}`;
      checks.expect('changes', isAsNamed && fieldOf(part, 'lines') === texts.length, since.request, finding);
    }
    for (const [linkhash, digest] of this.digests) {
      const found = listed.get(linkhash);
      const what = found === undefined || found === '' ? 'not there' : 'another digest';
      checks.expect(
        'changes',
        found === digest,
        since.request,
        `course ${linkhash} is in the list of changes as ${what}`,
      );
    }
  }
}
