// The dumps, as every command knows them.
import { noFrameAncestors } from '../../api/published-paths.ts';
import { cacheControl } from '../../api/http.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes, DeclaredPath } from '../output.ts';
import { pagePolicyHeader } from '../shared/policy.ts';
import { downloadsFolder } from '../shared/page-paths.ts';
import {
  dataPackagePath,
  dumpFormatDetails,
  dumpFormatNames,
  dumpsFolder,
  harvestPath,
  isHarvestFormat,
  type DumpFile,
  type HarvestFormat,
  type TableFormat,
} from './formats.ts';

/** The file of a format of harvesters, with all courses. */
export interface HarvestTask extends Pick<DumpTask, 'courses' | 'offsets'> {
  readonly harvested: HarvestFormat;
}

/** Files with the same courses. */
export interface DumpTask {
  readonly files: readonly (Omit<DumpFile, 'bytes' | 'sha256'> & { readonly format: TableFormat })[];
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
  readonly offsets: ChunkOffsets;
  /** The names of the fields that have columns. */
  readonly fields: readonly string[];
}

export interface DumpsTypes extends OutputTypes {
  readonly collected: {
    /** The full records as lines of JSON, with their page fields behind the fields of the interface, and with their line ends. */
    readonly lines: CourseTexts;
    /** Where each of them ends. */
    readonly ends: Uint32Array;
    /** The names of the fields that occur. */
    readonly fields: readonly string[];
    /** The records of harvesters, as JSON; none if the format is not wanted. */
    readonly moochub: CourseTexts;
    readonly amb: CourseTexts;
    /** The number of courses without a license. */
    readonly unlicensed: number;
  };
  readonly task: DumpTask | HarvestTask;
  readonly result: readonly DumpFile[];
}

export const dumpsDeclaration: OutputDeclaration<DumpsTypes> = {
  name: 'dumps',
  paths: [
    ...dumpFormatNames.map((format): DeclaredPath => {
      const { ending, type, isCompressed } = dumpFormatDetails[format];
      return {
        kind: 'dump',
        path: isHarvestFormat(format) ? harvestPath(format) : `${dumpsFolder}/*.${ending}`,
        owner: 'dumps',
        type,
        ...(isCompressed && { isCompressed }),
        cache: cacheControl.default,
        madeFrom: 'courses',
        advice: 'omit its format from --dumps',
      };
    }),
    // After the files that it names.
    { kind: 'data', path: dataPackagePath, cache: cacheControl.default, madeFrom: 'catalog' },
    {
      kind: 'page',
      path: `${downloadsFolder}/`,
      folders: [downloadsFolder],
      isPublished: (features) => features.dumps && features.pages,
      policy: pagePolicyHeader + noFrameAncestors,
      cache: cacheControl.default,
      madeFrom: 'catalog',
    },
  ],
  isWanted: (features) => features.dumps,
  collectedFields: { lines: true, ends: true, fields: true, moochub: true, amb: true, unlicensed: true },
};
