// Providers: who offers courses (specification 2.4).
import { identityOf } from './source/record.ts';
import { providerSchema } from './source/schema.ts';
import type { ReferenceReader, SourcePosition } from './reference-reader.ts';

export interface Provider {
  readonly id: number;
  readonly name: string;
  readonly external_id: string;
  /** Its website; empty if unknown. */
  readonly url: string;
}

/** Reads and checks the providers, and returns those with a valid id, by ascending id. */
export async function readProviders(reader: ReferenceReader): Promise<Provider[]> {
  const byId = new Map<number, { provider: Provider; position: SourcePosition }>();
  for (const { file, record } of await reader.records('providers')) {
    const position = { file: file.path, record, path: [] };
    const { id, subject } = identityOf(record.value, 'provider');
    const fields = reader.parse(position, subject, providerSchema, record.value);
    reader.reportUnpairedSurrogates(position, subject, fields);
    if (id === undefined) {
      reader.incomplete.add('providers');
      continue;
    }
    const provider = {
      id,
      name: fields?.name ?? '',
      external_id: fields?.external_id ?? '',
      url: fields?.url ?? '',
    };
    const earlier = byId.get(id);
    if (earlier) await reader.reportDuplicate(position, subject, earlier.position);
    else byId.set(id, { provider, position });
  }
  return [...byId.values()].map(({ provider }) => provider).toSorted((a, b) => a.id - b.id);
}
