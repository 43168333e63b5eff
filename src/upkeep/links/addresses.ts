// The addresses of a catalog: those of courses, every field of theirs that is an address, those of providers, and where in the source each is.
import { ProblemsError, type Position } from '../../text/problems.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { findSource, type SourceFile } from '../../catalog/source/find.ts';
import { readFile } from '../../catalog/source/read.ts';
import { fieldOf, identityOf, type SourceRecord } from '../../catalog/source/record.ts';
import { courseFormat, recordFields } from '../../catalog/source/schema.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { hasWebScheme } from '../../text/web-address.ts';

/** Where an address is in the source. */
export interface Place extends Position {
  readonly file: string;
  /** `course 6002`; empty without a valid id. */
  readonly subject: string;
  /** The title of the course, or the name of the provider; empty without one. */
  readonly title: string;
}

export interface AddressSource {
  /** The source folder. */
  readonly data: string;
  readonly fields: FieldTable;
}

export interface FoundAddress {
  /** Without its fragment, which is never sent to a host. */
  readonly url: string;
  /** The title of the course whose page it is; undefined for other addresses. */
  readonly title: string | undefined;
  readonly place: () => Promise<Place>;
}

/** Calls `visit` for every absolute address in a source folder. Throws a ProblemsError if a part of it cannot be read. */
export async function visitAddresses({ data, fields: table }: AddressSource, visit: (address: FoundAddress) => void) {
  const { files, problems } = await findSource(data);
  const errors = problems.filter(({ level }) => level === 'error');
  const inFields = Object.keys(table).filter((name) => table[name]?.kind === 'address');
  const formats = {
    providers: { addresses: ['url'], fields: recordFields.providers },
    courses: { addresses: ['linkurl', ...inFields], fields: courseFormat(table).fields },
  };
  for (const file of files) {
    if (file.kind !== 'providers' && file.kind !== 'courses') continue;
    const { addresses, fields } = formats[file.kind];
    await readFile(file, fields, {
      record: (record) => {
        for (const address of addressesOf(file, record, addresses)) visit(address);
      },
      problem: (problem) => problem.level === 'error' && errors.push(problem),
    });
  }
  if (errors.length > 0) throw new ProblemsError(errors);
}

function addressesOf(file: SourceFile, record: SourceRecord, fields: readonly string[]): FoundAddress[] {
  const named = fieldOf(record.value, file.kind === 'providers' ? 'name' : 'title');
  const title = typeof named === 'string' ? named : '';
  const { subject } = identityOf(record.value, file.kind === 'providers' ? 'provider' : 'course');
  return fields.flatMap((field) => {
    const text = fieldOf(record.value, field);
    const url = typeof text === 'string' && hasWebScheme(text) ? parseUrl(text) : undefined;
    if (url === undefined) return [];
    url.hash = '';
    return {
      url: url.href,
      title: field === 'linkurl' ? title : undefined,
      place: async () => ({ file: file.path, subject, title, ...(await record.position([field])) }),
    };
  });
}
