// Prints what a release consists of (CycloneDX): the packages installed beside the command, and those bundled in `lib`, which has to be compiled.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const shape = z.looseObject({
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      properties: z.array(z.looseObject({ name: z.string() })),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
const developmentProperty = 'cdx:npm:package:development';

const npm = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { encoding: 'utf8', maxBuffer: 2 ** 27 });
const { components, dependencies, ...rest } = shape.parse(JSON.parse(npm));
const bundled = bundledPackages();
const isBundled = ({ name, version }: { name: string; version: string }) => bundled.delete(`${name}@${version}`);
const own = components.flatMap((component) => {
  const properties = component.properties.filter(({ name }) => name !== developmentProperty);
  const isInstalled =
    properties.length === component.properties.length && !component['bom-ref'].startsWith('generated-client@');
  return isBundled(component) || isInstalled ? [{ ...component, properties }] : [];
});
if (bundled.size > 0) throw new Error(`npm does not list ${[...bundled].join(', ')}`);
const refs = new Set(own.map((component) => component['bom-ref']));
const links = dependencies.flatMap(({ dependsOn, ...from }) =>
  refs.has(from.ref) || from.ref.startsWith('static-course-catalog@')
    ? [{ ...from, dependsOn: dependsOn.filter((ref) => refs.has(ref)) }]
    : [],
);
console.log(JSON.stringify({ ...rest, components: own, dependencies: links }, null, 2));

/** The packages whose licenses are in `lib`, as `name@version`. */
function bundledPackages(): Set<string> {
  const texts = ['lib/LICENSES.txt', 'lib/published/assets/LICENSES.txt'].map((path) => readFileSync(path, 'utf8'));
  const listed = texts.flatMap((text) => [...text.matchAll(/^(\S+) (\d+\.\d+\.\S+), .+, https:\/\/.+$/gmu)]);
  return new Set(listed.map(([, name, release]) => `${name}@${release}`));
}
