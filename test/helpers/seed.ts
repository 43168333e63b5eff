// The seed of the property tests: always the same, so that a run fails because of a change and not by chance.
// `FC_SEED=random` tries other cases, and `FC_SEED=<number>` those of one run again.
import fc from 'fast-check';

const asked = process.env['FC_SEED'] ?? '1';
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) });
