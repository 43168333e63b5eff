// Writes template/ anew, the beginning of a catalog on GitHub Pages as `init` writes it: `npm run template`.
import { readFileSync, rmSync } from 'node:fs';
import { planInit } from '../src/init/init.ts';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync('template', { recursive: true, force: true });
planInit({ folder: 'template', host: 'github-pages', baseUrl: undefined, version })();
