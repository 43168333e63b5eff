// Compiles the package into `lib`: the command, the functions, the client, and the files of the site that are the same for every catalog.
import { chmodSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { emptyDirSync, moveSync, outputJsonSync } from 'fs-extra/esm';
import { bundleClient } from './bundle/client.ts';
import { bundleCommand } from './bundle/command.ts';
import { bundleApiReference } from './bundle/api-reference.ts';
import { bundleEmbed } from './bundle/embed.ts';
import { writeSchemas } from './bundle/schemas.ts';
import { writeTypes } from './bundle/types.ts';
import { bundlePages } from './bundle/pages.ts';

const folder = 'lib/published';
// Built in a temporary folder: tests that run meanwhile find either the old files or the new ones.
const aside = `lib/.published-${process.pid}`;
emptyDirSync(aside);
await Promise.all([bundleApiReference, bundlePages, bundleEmbed, writeSchemas].map((write) => write(aside)));
const files = readdirSync(aside, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(aside, join(parentPath, name)).replaceAll(sep, '/'))
  .toSorted();
moveSync(aside, folder, { overwrite: true });
outputJsonSync(`${folder}.json`, files);
const types = [...(await bundleClient('lib')), ...writeTypes('lib')];
await bundleCommand('lib', ['published', 'published.json', 'openapi-components.json', ...types]);
// As npm makes it where it installs the package: npx also runs it from this folder.
chmodSync('lib/bin.js', 0o755);
