// The reference: the published renderer, our script and style sheet beside it, and the page that loads them.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { renderDocsPage } from '../../src/outputs/reference/browser/page.ts';

const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const source = fileURLToPath(new URL('../../src/outputs/', import.meta.url));

/** Writes `docs/index.html` and its assets below a folder. The same packages give the same bytes. */
export async function bundleDocs(folder: string): Promise<void> {
  const docs = join(folder, 'docs');
  await mkdir(join(docs, 'assets'), { recursive: true });
  const asset = async (name: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const hashed = name.replace(/(?=\.\w+$)/u, `-${hash}`);
    await writeFile(join(docs, 'assets', hashed), content);
    return hashed;
  };
  const [theme, rendererScript, rendererStyle, script, style, licenses] = await Promise.all([
    bundled('catalog-page/browser/theme-first.ts'),
    published('swagger-ui-bundle.js'),
    published('swagger-ui.css'),
    bundled('reference/browser/docs.ts'),
    bundled('reference/browser/docs.css'),
    licensesOf(),
  ]);
  const page = renderDocsPage({
    theme: await asset('theme.js', theme),
    renderer: await asset('swagger-ui.js', rendererScript),
    rendererStyle: await asset('swagger-ui.css', rendererStyle),
    script: await asset('docs.js', script),
    style: await asset('docs.css', style),
  });
  await Promise.all([writeFile(join(docs, 'index.html'), page), writeFile(join(docs, 'LICENSES.txt'), licenses)]);
}

/** A file of the renderer, without the address of its source map, which is not published. */
async function published(name: string): Promise<string> {
  const text = await readFile(join(renderer, name), 'utf8');
  return text.replace(/\n?(?:\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+\s*\*\/)\s*$/u, '\n');
}

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, name)],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** The license of the renderer, and those of the packages that its authors bundled. */
async function licensesOf(): Promise<string> {
  const texts = await Promise.all(
    ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'].map((name) => readFile(join(renderer, name), 'utf8')),
  );
  const heading =
    'The reference is drawn by Swagger UI (swagger-ui-dist). Its notice, its licence, and those of its parts:';
  return `${[heading, ...texts.map((text) => text.trim())].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
