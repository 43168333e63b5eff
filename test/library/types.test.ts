// The types of the functions: options by the table of options, and results that tell failures apart.
import { describe, expectTypeOf, it } from 'vitest';
import { build, check, importList, OptionsError, verify } from '../../src/index.ts';
import type {
  BuildOptions,
  BuildReport,
  CheckOptions,
  CheckReport,
  Failure,
  ImportOptions,
  ImportReport,
  Problem,
  RunOptions,
  VerifyOptions,
  VerifyReport,
} from '../../src/index.ts';

describe('the types of the functions', () => {
  it('are a report, or a failure with problems', () => {
    expectTypeOf(build).toEqualTypeOf<(options?: BuildOptions, run?: RunOptions) => Promise<BuildReport | Failure>>();
    expectTypeOf(check).toEqualTypeOf<(options?: CheckOptions, run?: RunOptions) => Promise<CheckReport | Failure>>();
    expectTypeOf(verify).toEqualTypeOf<(options: VerifyOptions, run?: RunOptions) => Promise<VerifyReport | Failure>>();
    expectTypeOf(importList).toEqualTypeOf<
      (options: ImportOptions, run?: RunOptions) => Promise<ImportReport | Failure>
    >();
    type Built = Awaited<ReturnType<typeof build>>;
    expectTypeOf<Extract<Built, { ok: true }>>().toEqualTypeOf<BuildReport>();
    expectTypeOf<Extract<Built, { ok: false }>>().toEqualTypeOf<Failure>();
    expectTypeOf<Built['problems']>().toEqualTypeOf<readonly Problem[]>();
    expectTypeOf<InstanceType<typeof OptionsError>['reasons']>().toEqualTypeOf<readonly string[]>();
  });

  it('tell a verification that finds rules broken from a failure', () => {
    const isReport = (result: VerifyReport | Failure) => {
      if ('rules' in result) expectTypeOf(result).toEqualTypeOf<VerifyReport>();
      else expectTypeOf(result).toEqualTypeOf<Failure>();
    };
    expectTypeOf(isReport).toBeFunction();
  });

  it('take what the configuration file takes', () => {
    expectTypeOf<BuildOptions['pageSize']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<BuildOptions['pageLinks']>().toEqualTypeOf<'query' | 'path' | undefined>();
    expectTypeOf<BuildOptions['maxRemoved']>().toEqualTypeOf<number | string | undefined>();
    expectTypeOf<BuildOptions['journal']>().toEqualTypeOf<boolean | string | undefined>();
    expectTypeOf<ImportOptions['dateOrder']>().toEqualTypeOf<'dmy' | 'mdy' | undefined>();
    expectTypeOf<BuildOptions['shard']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<BuildOptions['precompress']>().toEqualTypeOf<readonly ('gzip' | 'brotli')[] | string | undefined>();
    expectTypeOf<BuildOptions['footerLinks']>().toEqualTypeOf<
      Readonly<Record<string, string>> | readonly string[] | string | undefined
    >();
    expectTypeOf<NonNullable<BuildOptions['fields']>[string]['label']>().toEqualTypeOf<string>();
    expectTypeOf<VerifyOptions['baseUrl']>().toEqualTypeOf<string>();
    expectTypeOf<ImportOptions['input']>().toEqualTypeOf<string>();
  });

  it('have the options of their command, but for those of a terminal', () => {
    expectTypeOf<keyof CheckOptions>().toEqualTypeOf<'data' | 'pageSize' | 'fields' | 'threads'>();
    expectTypeOf<Extract<keyof BuildOptions, 'watch' | 'json' | 'quiet' | 'prune'>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<keyof ImportOptions, 'again' | 'report' | 'prune'>>().toEqualTypeOf<'prune'>();
  });
});
