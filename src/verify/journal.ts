// The published journal: checks that, if there is one, it has every course once, with the digest of its view.
import { hash } from 'node:crypto';
import { fieldOf } from '../catalog/source/record.ts';
import type { HttpResponse } from '../http/client.ts';
import { journalPartPath, journalPartReference, sincePath } from '../outputs/journal/declaration.ts';
import { changeIn, timeIn } from '../storage/journal/line.ts';
import { quoteText } from '../text/quote.ts';
import { describeResponse, isAnswered, parseBody, type VerifyRun } from './run.ts';

export class PublishedJournal {
  /** The digests of the views that were read, by linkhash. */
  private readonly digests = new Map<string, string>();

  /** Takes note of a response with status 200. */
  addView(url: string, { body }: HttpResponse): void {
    const [, linkhash] = /\/courses\/view\/([\da-f]{32})\/$/u.exec(url) ?? [];
    if (linkhash !== undefined) this.digests.set(linkhash, hash('sha256', body));
  }

  /** Reads the journal; a service without one breaks nothing. */
  async check(run: VerifyRun): Promise<void> {
    const { base, client, checks, courses, sample } = run;
    const expect = ({ request }: HttpResponse, isRight: boolean, finding: string) =>
      checks.expect('changes', isRight, request, finding);
    const since = await client.send({ method: 'GET', url: `${base}/${sincePath}` });
    const parts = since.status === 200 ? parseBody(since.body) : undefined;
    if (!Array.isArray(parts)) return;
    const listed = new Map<string, string | undefined>();
    let last = '9999';
    for (const [index, part] of parts.entries()) {
      const path = journalPartPath(index + 1);
      const named = quoteText(String(fieldOf(part, 'path')));
      const reference = quoteText(journalPartReference(index + 1));
      const misnamed = `${sincePath} names ${named} as part ${index + 1}, not ${reference}`;
      if (!expect(since, named === reference, misnamed)) return;
      const response = await client.send({ method: 'GET', url: `${base}/${path}` });
      if (!isAnswered(run, response) || !expect(response, response.status === 200, describeResponse(response))) return;
      const lines = Buffer.from(response.body).toString().split('\n').slice(0, -1);
      for (const line of lines) {
        const change = changeIn(line);
        expect(response, change !== undefined, `${path} has the line ${quoteText(line)}`);
        if (!change) continue;
        const { linkhash, at, sha256 } = change;
        expect(response, at <= last && !listed.has(linkhash), `${path} has ${linkhash} twice, or not the newest first`);
        const isThere = sha256 === undefined || sample !== undefined || courses.byHash.has(linkhash);
        expect(response, isThere, `${path} has ${linkhash}, which no list has`);
        listed.set(linkhash, sha256);
        last = at;
      }
      const entry = { from: timeIn(lines.at(-1)) || null, until: timeIn(lines[0]) || null, lines: lines.length };
      const isAsNamed = Object.entries(entry).every(([name, value]) => fieldOf(part, name) === value);
      expect(since, isAsNamed, `${sincePath} has other times or another number of lines of ${path}`);
    }
    for (const [linkhash, digest] of this.digests) {
      const reason = listed.get(linkhash) === undefined ? 'not there' : 'another digest';
      expect(since, listed.get(linkhash) === digest, `course ${linkhash} is in the journal as ${reason}`);
    }
  }
}
