// Preset for Firebase Hosting: `firebase.json` at the site root, which sets the headers of the files and of the 404 page.
import { apiHeaders, cacheControl, contentType, viewsPath } from '../api/http.ts';
import { apiRoot } from '../api/routes.ts';
import { configurationFolder, headersByConfiguration, type Host, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { openHeaders, headerRules } from './header-rules.ts';

export const firebase: Host = {
  title: 'Firebase Hosting',
  exampleAddress: 'https://PROJECT.web.app',
  ...headersByConfiguration,
  evidence: { kind: 'engine', by: 'superstatic 9' },
  limitsText:
    'the index file of a folder must be index.html, which contains JSON; 2 GB per file, 10 GB on the free plan',
  budget: [
    { measure: 'file', most: 2e9 },
    { measure: 'bytes', most: 10e9, plan: 'the Spark plan' },
  ],
  prefixAdvice: () =>
    'build into a subfolder of that name in an empty folder (--out site/catalog for /catalog), move firebase.json and 404.html to the outer folder, and deploy that',
  files: (site) => [{ path: 'firebase.json', text: JSON.stringify(configuration(site), null, 2) }],
  ownSettings: 'add your own settings to firebase.json in the output folder, after each build',
  notes: ({ out, prefix }) => [
    prefix === ''
      ? `Publish it: npx firebase-tools deploy --only hosting --project PROJECT --config ${shellWord(`${out}/firebase.json`)}`
      : 'Publish it from the folder with firebase.json: npx firebase-tools deploy --only hosting --project PROJECT',
  ],
};

function configuration(site: HostedSite): unknown {
  const { prefix } = site;
  // Sources are globs: a prefix with characters that are special there is replaced by a wildcard.
  const root = /^[\w/.-]*$/u.test(prefix) ? prefix : '/**';
  const jsonHeaders = headers({ ...apiHeaders, 'Content-Type': contentType });
  return {
    hosting: {
      public: '.',
      ignore: ['firebase.json', '**/.*', `${configurationFolder}/**`],
      // If several match, the last one wins.
      headers: [
        ...headerRules(site).map(({ path, headers: fileHeaders }) => {
          return {
            source: `${root}/${path.replace(/\*$/u, '**')}`,
            headers: headers({ ...openHeaders, ...fileHeaders }),
          };
        }),
        {
          source: `${root}/${apiRoot}/**`,
          headers: [...jsonHeaders, ...headers({ 'Cache-Control': cacheControl.default })],
        },
        {
          source: `${root}/${apiRoot}/${viewsPath}**`,
          headers: headers({ 'Cache-Control': cacheControl.views }),
        },
        { source: '/404.html', headers: jsonHeaders },
      ],
    },
  };
}

function headers(values: Readonly<Record<string, string>>): { key: string; value: string }[] {
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}
