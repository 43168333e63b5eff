// The dumps, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow, OwnFormat } from '../output.ts';
import { dumpForms, dumpFormats, dumpsFolder, packagePath, type DumpFile } from './formats.ts';

export const dumpsRow: OutputRow<readonly DumpFile[]> = {
  name: 'dumps',
  formats: [
    ...dumpFormats.map((format): OwnFormat => {
      const { ending, type } = dumpForms[format];
      return {
        kind: 'dump',
        path: `${dumpsFolder}/*.${ending}`,
        owner: 'dumps',
        type,
        ...(format !== 'csv' && { isCompressed: true }),
        cache: cacheControl.lists,
        madeFrom: 'courses',
        advice: 'omit its format from --dumps',
      };
    }),
    // After the files that it names.
    { kind: 'document', path: packagePath, cache: cacheControl.lists, madeFrom: 'catalog' },
  ],
  isWanted: (parts) => parts.dumps,
};
