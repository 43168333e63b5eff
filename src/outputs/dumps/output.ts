// The dumps: the whole catalog as files to download.
import type { Output } from '../output.ts';
import { packagePath, type DumpFile } from './formats.ts';
import { renderPackage } from './package.ts';
import { dumpsRow } from './row.ts';

export const dumps: Output<readonly DumpFile[]> = {
  ...dumpsRow,
  *documents(_catalog, { options, homepage }, kept) {
    yield [packagePath, renderPackage(options, kept.of(dumpsRow) ?? [], homepage)];
  },
};
