// What is wrong with a site before its source is read: options that the host does not support, and public files that are missing or misplaced.
import { assetsFolders, pageFile, type PublishedFormat } from '../api/formats.ts';
import { apiRoot } from '../api/routes.ts';
import type { Host, HostedSite } from '../hosts/host.ts';
import { fileProblem, quoteText, type Finding, type Problem } from '../problems.ts';
import { isWebAddress } from '../text/web-address.ts';
import type { SiteOptions } from './build-options.ts';
import { hasPublicFile } from './site-files/public-files.ts';

/** The logo and the links of the footer, as far as nothing is published there. `paths` are known files, `patterns` those of files to come. */
export function* missingFiles(options: SiteOptions, paths: readonly string[], patterns: readonly PublishedFormat[]) {
  const { logo, links } = options;
  if (logo !== undefined && !hasPublicFile(logo, options)) {
    const remedy = 'put the logo there, or name another file (--logo)';
    yield { finding: `has no file ${logo}, the logo`, remedy };
  }
  for (const { label, address } of links) {
    if (isWebAddress(address) || address.startsWith(`${apiRoot}/`)) continue;
    const files = [address, `${address.replace(/\/$/u, '')}/${pageFile}`];
    const isToCome = ({ path }: PublishedFormat) => files.some((file) => file.startsWith(path.replace(/\*.*$/u, '')));
    if (files.some((file) => paths.includes(file)) || patterns.some(isToCome)) continue;
    const remedy = 'put the page there, or give the link another address (--links)';
    yield { finding: `has no file ${address}, the page of the link ${quoteText(label)}`, remedy };
  }
}

/** Public files in folders that hosts let browsers cache for a year, as if their names changed with their content. */
export function longCacheWarnings(host: Host, site: HostedSite, copies: ReadonlyMap<string, string>): Problem[] {
  if (host.isLocal === true || host.can.headers === 'no') return [];
  const folders = assetsFolders(site);
  const paths = [...copies].filter(([path]) => folders.some((folder) => path.startsWith(`${folder}/`)));
  return paths.map(([path, from]) => {
    const finding = `is published as ${path}, in a folder that browsers cache for a year`;
    const remedy = 'move it to another folder, or rename it whenever it changes';
    return fileProblem(from, { level: 'warning', rule: 'public-file', finding, remedy });
  });
}

/** Options that the host does not support: warnings, or one error if the site cannot be served at all. */
export function* hostFindings(host: Host, site: HostedSite, { precompress, pack }: SiteOptions): Generator<Finding> {
  const { prefix, pageLinks, indexFile } = site;
  const level = 'warning';
  if (pack && host.readsPacks !== true) {
    const finding = `the preset for ${host.title} has no code that can read files, so it cannot answer from packs`;
    yield { rule: 'host-pack', finding };
    return;
  }
  if (pack && precompress.length > 0) {
    const finding = 'packs hold no precompressed files';
    yield { rule: 'host-pack', finding, remedy: 'omit --precompress' };
    return;
  }
  if (pageLinks === 'query' && host.can.pageQuery === 'no') {
    const finding = `${host.title} ignores ?page=: with --page-links query every link returns page 1, and a client that follows next never ends`;
    yield { level, rule: 'host-page-links', finding };
  }
  if (indexFile !== host.indexFile && (host.indexFile === 'index.html' || host.can.headers === 'no')) {
    const reason =
      host.indexFile === 'index.html'
        ? 'serves only index.html as the index file of a folder'
        : 'serves index.html as HTML, not as JSON';
    yield { level, rule: 'host-index-file', finding: `${host.title} ${reason}` };
  }
  const advice = prefix === '' ? undefined : host.prefixAdvice?.(prefix);
  if (advice !== undefined) {
    const finding = `the base URL has the path ${prefix}, which ${host.title} cannot map to the root of this folder`;
    yield { level, rule: 'host-prefix', finding, remedy: advice };
  }
  const ignored = precompress.filter((encoding) => !(host.sends ?? []).includes(encoding));
  if (ignored.length > 0) {
    const finding = `${host.title} does not send precompressed ${ignored.join(' and ')} files`;
    yield { level, rule: 'host-precompress', finding };
  }
}
