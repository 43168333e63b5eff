// The page of downloads: for people, what dumps there are, how large they are, and how to open them.
import { clientFilesOf } from '../../api/client-files.ts';
import { pageFile } from '../../api/published-paths.ts';
import type { MessageName } from '../../text/locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shellWord } from '../../text/shell.ts';
import type { OutputSite } from '../site-options.ts';
import type { NamedContent } from '../output.ts';
import { openFrame, frameOptionsOf } from '../frame/frame.ts';
import { downloadsFolder, pathToRoot } from '../shared/page-paths.ts';
import { dumpFormatDetails, dataPackagePath, harvestFormatNames, type DumpFile, type DumpFormat } from './formats.ts';

/** The use of a format, and commands that read the courses at these addresses. */
const guides: Record<DumpFormat, { use: MessageName; commands: (addresses: readonly string[]) => string[] }> = {
  csv: { use: 'pages.csv', commands: (paths) => [python('read_csv', paths)] },
  parquet: {
    use: 'pages.parquet',
    commands: (paths) => [
      `duckdb -c "select provider_name, count(*) as courses
  from read_parquet([${quoted(paths)}])
  group by provider_name order by courses desc limit 10"`,
      python('read_parquet', paths),
    ],
  },
  ndjson: {
    use: 'pages.ndjson',
    commands: (paths) => [`curl -s ${paths.map(shellWord).join(' ')} | gunzip | jq -r '[.id, .title] | @tsv'`],
  },
  moochub: { use: 'pages.harvested', commands: (paths) => [...paths] },
  amb: { use: 'pages.harvested', commands: (paths) => [...paths] },
};

/** The format that most people can open comes first. */
const formatsInOrder: readonly DumpFormat[] = ['csv', 'parquet', 'ndjson', ...harvestFormatNames];

/** A page that runs a database in the browser. It loads the files from where they are published, so not from a preview. */
const datasetteLite = 'https://lite.datasette.io/';

export function downloadsPage(files: readonly DumpFile[], outputSite: OutputSite): NamedContent {
  const folder = `${downloadsFolder}/`;
  const up = pathToRoot(folder);
  const { page, locale, options } = openFrame(frameOptionsOf(outputSite));
  const { text } = locale;
  const item = ({ path, bytes }: DumpFile): Markup =>
    html`<li><a href="${up}${path}" download>${path.slice(path.indexOf('/') + 1)}</a> <span class="count">${locale.size(bytes)}</span></li>\n`;
  const list = (filesOfList: readonly DumpFile[]) => html`<ul class="items">\n${filesOfList.map(item)}</ul>\n`;
  const sections = formatsInOrder.flatMap((format): Markup[] => {
    const filesOfFormat = files.filter((file) => file.table === 'courses' && file.format === format);
    if (filesOfFormat.length === 0) return [];
    const addresses = filesOfFormat.map(({ path }) => `${options.baseUrl}/${path}`);
    const commands = guides[format].commands(addresses);
    const tables = new URLSearchParams(addresses.map((address): [string, string] => [format, address]));
    const datasette =
      format === 'csv'
        ? html`<p><a href="${datasetteLite}?${String(tables)}">${text('pages.datasette')}</a></p>\n`
        : [];
    return [
      html`<section><h2>${dumpFormatDetails[format].title}</h2>
<p>${text(guides[format].use)}</p>
${list(filesOfFormat)}${datasette}${commands.map((command) => html`<pre dir="ltr"><code>${command}</code></pre>\n`)}</section>
`,
    ];
  });
  const changes = clientFilesOf(outputSite.features).filter(([, { tag }]) => tag === 'changes');
  const changesSection = outputSite.features.journal
    ? html`<section><h2>${text('pages.changes')}</h2>
<p>${text('pages.changesLead')}</p>
<ul class="items">
${changes.map(([, { path }]) => html`<li><a href="${up}${path}">${path}</a></li>\n`)}</ul>
</section>
`
    : [];
  const { license } = outputSite.options;
  const licenseSection =
    license === undefined
      ? []
      : [
          html`<section><h2>${text('pages.license')}</h2>\n<p><a href="${license}" rel="license">${license}</a></p></section>\n`,
        ];
  const main = html`<h1>${text('pages.downloads')}</h1>
<p class="lead">${text('pages.downloadsLead')}</p>
${sections}<section><h2>${text('pages.tables')}</h2>
${list(files.filter(({ table }) => table !== 'courses'))}</section>
${changesSection}${licenseSection}`;
  const summary = text('pages.downloadsOf', { title: options.title });
  const alternates = html`<a href="${up}${dataPackagePath}">${text('pages.package')}</a>`;
  return [folder + pageFile, page(folder, { title: text('pages.downloads'), summary, head: [], main, alternates })];
}

function python(reader: string, addresses: readonly string[]): string {
  return `python3 -c "import pandas; print(pandas.concat(map(pandas.${reader}, [${quoted(addresses)}])))"`;
}

/** For a word in double quotes, in which some shells expand `!`. */
function quoted(addresses: readonly string[]): string {
  return addresses.map((address) => `'${address.replaceAll("'", '%27').replaceAll('!', '%21')}'`).join(', ');
}
