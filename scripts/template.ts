// Writes template/ anew, the beginning of a catalog on GitHub Pages as `init` writes it: `npm run template`.
import { emptyDirSync, readJsonSync } from 'fs-extra/esm';
import { planInit } from '../src/cli/init/init.ts';

const { version }: { version: string } = readJsonSync('package.json');
emptyDirSync('template');
planInit({ folder: 'template', host: 'github-pages', baseUrl: undefined, version })();
