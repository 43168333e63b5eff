// Providers: read and checked (specification 2.4).
import { providerSchema } from '../source/schema.ts';
import { identityOf, type Reading, type Place } from './reading.ts';

export interface Provider {
  readonly id: number;
  readonly name: string;
  readonly external_id: string;
  /** Its website; empty if unknown. */
  readonly url: string;
}

/** Reads and checks the providers, and returns those with a valid id, by ascending id. */
export async function readProviders(reading: Reading): Promise<Provider[]> {
  const byId = new Map<number, Provider & { place: Place }>();
  for (const { file, record } of await reading.records('providers')) {
    const place = { file: file.path, record, path: [] };
    const { id, subject } = identityOf(record.value, 'provider');
    const parsed = providerSchema.safeParse(record.value);
    if (!parsed.success) {
      reading.reportShape(place, subject, providerSchema, record.value, parsed.error);
    } else reading.reportUnpairedSurrogates(place, subject, parsed.data);
    if (id === undefined) {
      reading.incomplete.add('providers');
      continue;
    }
    const earlier = byId.get(id);
    if (earlier) await reading.reportDuplicate(place, subject, earlier.place);
    else {
      const { name = '', external_id = '', url = '' } = parsed.data ?? {};
      byId.set(id, { id, name, external_id, url, place });
    }
  }
  const providers = [...byId.values()].map(({ id, name, external_id, url }) => ({ id, name, external_id, url }));
  return providers.toSorted((a, b) => a.id - b.id);
}
