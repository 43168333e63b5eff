// The options that a program gives to the functions of the package. The package has the types of this file with the help of each option, as `scripts/bundle/types.ts` writes them from the table of options.
import type { FooterLink } from '../outputs/site-options.ts';
import type { RemovalLimit } from '../build/build-options.ts';
import type { FieldTable } from '../catalog/fields.ts';
import type { CommandName, Options, OptionNamesOf } from './option-table.ts';
import type { CustomField } from './custom-fields.ts';

/** Options that only a command line has a use for. */
export const commandLineOptions = ['watch', 'open', 'again', 'report', 'json', 'quiet'] as const;

/** The options of the configuration file. */
export type Configuration = { readonly [Name in keyof Options]?: Given<Options[Name]> | undefined };

/** What may be given for an option that has this value once it is read. */
type Given<Value> = Value extends boolean
  ? boolean
  : Value extends string | number
    ? Value
    : Value extends RemovalLimit
      ? number | string
      : Value extends NonNullable<Options['shard']>
        ? string
        : Value extends readonly FooterLink[]
          ? Readonly<Record<string, string>> | readonly string[] | string
          : Value extends readonly (infer Name)[]
            ? readonly Name[] | string
            : Value extends FieldTable
              ? Readonly<Record<string, CustomField>>
              : never;

type OptionsOf<Command extends CommandName> = Pick<
  Configuration,
  Exclude<OptionNamesOf<Command>, (typeof commandLineOptions)[number]>
>;

export type BuildOptions = OptionsOf<'build'>;
export type CheckOptions = OptionsOf<'check'>;
/** The address of the site has no default. */
export type VerifyOptions = OptionsOf<'verify'> & { readonly baseUrl: string };
/** The input is a file or an address. */
export type ImportOptions = OptionsOf<'import'> & { readonly input: string };
