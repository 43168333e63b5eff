// Secrets of imports: a token in an address or a header is sent, and neither published, committed nor shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { check } from '../../src/build/check.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { acceptedAddress } from '../../src/import/input/open-input.ts';
import { importLines } from '../../src/import/report.ts';
import { mayBeSecretHeader, secretIn, withoutSecrets } from '../../src/text/secrets.ts';
import { printed } from '../../src/text/terminal.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { filesIn } from '../incremental/scenario.ts';
import { importText, notesOf, problemsOf, recordsIn, runImport, type Chosen } from './imported.ts';
import { serving } from './served.ts';

const given: Chosen = { provider: 'P', language: 'English' };
const list = `title,url,image
Weaving,https://p.example/1,https://p.example/a.png?key=s3cret-value
Dyeing,https://p.example/2?token=s3cret-value,
Felting,https://p.example/3,
`;

it.for([
  ['https://p.example/list.csv?wstoken=abc', 'wstoken', 'https://p.example/list.csv?wstoken=…'],
  ['https://p.example/a?x=1&access_token=abc#part', 'access_token', 'https://p.example/a?x=1&access_token=…'],
  ['https://p.example/a?API_KEY=abc', 'API_KEY', 'https://p.example/a?API_KEY=…'],
  ['https://p.example/a?key=abc', 'key', 'https://p.example/a?key=…'],
  ['https://p.example/a?accessKey=abc', 'accessKey', 'https://p.example/a?accessKey=…'],
  ['https://p.example/a?authkey=abc', 'authkey', 'https://p.example/a?authkey=…'],
  ['https://p.example/a?%74oken=abc', 'token', 'https://p.example/a?%74oken=…'],
  ['https://p.example/a?api%5Fkey=abc&b=1', 'api_key', 'https://p.example/a?api%5Fkey=…&b=1'],
  ['https://p.example/a?b=1;token=abc', 'token', 'https://p.example/a?b=1;token=…'],
  ['https://p.example/a?token=ab;c', 'token', 'https://p.example/a?token=…'],
  ['https://p.example/a?to=https://q.example/?sid=abc', 'sid', 'https://p.example/a?to=https://q.example/?sid=…'],
  ['https://p.example/a#access_token=abc', 'access_token', 'https://p.example/a#access_token=…'],
] as const)('%s is refused, since its %s would be committed', async ([address, name, shown], { folder }) => {
  const importing = runImport(address, join(folder, 'data'), given);
  await expect(importing).rejects.toMatchObject({ problems: [{ file: shown, rule: 'import-source' }] });
  expect(await problemsOf(runImport(address, join(folder, 'data'), given))).toEqual([
    `import-source: has a secret in its address (${name}), which would be written to files that are committed`,
  ]);
});

it.each([
  'https://p.example/a?page=2&keyword=loom',
  'https://docs.google.com/spreadsheets/d/x/pub?gid=0&output=csv',
  'https://p.example/a?token=${TOKEN}',
])('%s has no secret', (address) => {
  expect(secretIn(address)).toBeUndefined();
});

it('two addresses of an input differ in their secrets only', () => {
  const [old, now] = ['https://p.example/a?token=abc&b=1', 'https://p.example/a?token=${TOKEN}&b=1'];
  expect(withoutSecrets(old)).toBe(withoutSecrets(now));
});

it('a variable in an address is sent, and its value is in no file and no message', async ({ folder }) => {
  const data = join(folder, 'data');
  const seen: string[] = [];
  const result = await serving(
    folder,
    async ({ base }) =>
      runImport(`${base}/list.csv?token=\${LIST_TOKEN}`, data, given, undefined, { LIST_TOKEN: 's3cret-value' }),
    (path, response) => {
      seen.push(path);
      if (path.startsWith('/list.csv')) response.writeHead(200, { 'content-type': 'text/csv' }).end(list);
      return path.startsWith('/list.csv');
    },
  );
  expect(seen).toContain('/list.csv?token=s3cret-value');
  expect(notesOf(result)).toEqual(
    expect.arrayContaining([
      '1 image: has a secret of the request',
      '1 linkurl: has a secret of the request',
      '1 no address',
    ]),
  );
  expect(recordsIn(folder).map(({ title }) => title)).toEqual(['Weaving', 'Felting']);
  expect(readFileSync(join(data, '.import/list.json'), 'utf8')).toContain('?token=${LIST_TOKEN}');
  const texts = Array.from(filesIn(folder), ([path, bytes]) => [path, bytes.toString()] as const);
  expect(texts.filter(([path, text]) => !path.includes('.data.import') && text.includes('s3cret'))).toEqual([]);
  const lines = importLines(result, 'data', false).map((line) => printed(line, false));
  expect(lines.join('\n')).not.toContain('s3cret');
});

it('a header is sent to the host of the address, with the value of its variable', async ({ folder }) => {
  const data = join(folder, 'data');
  const seen: (string | undefined)[] = [];
  const header = ['Authorization: Bearer ${LIST_TOKEN}'];
  await serving(
    folder,
    async ({ base }) =>
      runImport(`${base}/list.csv`, data, { ...given, header }, undefined, { LIST_TOKEN: 's3cret-value' }),
    (path, response) => {
      if (!path.startsWith('/list.csv')) return false;
      seen.push(response.req.headers.authorization);
      response.writeHead(200, { 'content-type': 'text/csv' }).end(list);
      return true;
    },
  );
  expect(seen).toEqual(['Bearer s3cret-value']);
  expect(readFileSync(join(data, '.import/list.json'), 'utf8')).toContain('Bearer ${LIST_TOKEN}');
});

it('what stands after # in an address is neither committed nor shown, unless it names a sheet', async ({ folder }) => {
  const result = await serving(
    folder,
    async ({ base }) => runImport(`${base}/list.csv#s3cret-value`, join(folder, 'data'), given),
    (path, response) => {
      if (path.startsWith('/list.csv')) response.writeHead(200, { 'content-type': 'text/csv' }).end(list);
      return path.startsWith('/list.csv');
    },
  );
  expect(readFileSync(join(folder, 'data/.import/list.json'), 'utf8')).toContain('/list.csv",');
  const lines = importLines(result, 'data', false).map((line) => printed(line, false));
  expect(lines.join('\n')).not.toContain('#s3cret-value');
  const sheet = 'https://docs.google.com/spreadsheets/d/1aB-c/edit';
  expect(acceptedAddress(`${sheet}#gid=77&range=A1`)).toBe(`${sheet}#gid=77`);
});

it.each(['Accept: text/csv', 'Accept-Language: de', 'X-Auth: ${TOKEN}', 'Authorization: Basic ${LOGIN}'])(
  'the header %s has no secret',
  (header) => {
    const [name = '', value = ''] = header.split(': ');
    expect(mayBeSecretHeader(name, value)).toBe(false);
  },
);

it.for([
  ...['Authorization', 'X-Authorization', 'X-Auth', 'X-Whatever'].map(
    (name) =>
      [
        [`${name}: Bearer abc`],
        '--header',
        `${name} may have a secret, which would be written to files that are committed`,
      ] as const,
  ),
  [['X-Api-Key: ${NONE}'], 'https://p.example/list', 'names the variable NONE, which is not set in the environment'],
] as const)('the header %s is refused', async ([header, file, finding], { folder }) => {
  const importing = runImport('https://p.example/list', join(folder, 'data'), { ...given, header });
  await expect(importing).rejects.toMatchObject({ problems: [{ file, finding, rule: 'import-address' }] });
});

it('a login in an address is refused, with what takes it', async ({ folder }) => {
  const importing = runImport('https://me:abc@p.example/list', join(folder, 'data'), given);
  await expect(importing).rejects.toMatchObject({
    problems: [{ file: 'https://p.example/list', remedy: expect.stringContaining('--header') }],
  });
});

it('check finds a secret that was committed before', async ({ folder }) => {
  await importText(folder, 'list.csv', 'title,url\nWeaving,https://p.example/1\n', given);
  const path = join(folder, 'data/.import/list.json');
  const ledger = readFileSync(path, 'utf8');
  writeFiles(folder, {
    'data/.import/list.json': ledger.replace(/"input": ".*"/u, '"input": "https://p.example/a?wstoken=abc"'),
  });
  const options = { data: join(folder, 'data'), pageSize: 25, fields: pageFields, threads: 1 };
  const { warnings } = await check(options, { onProgress: () => {}, signal: new AbortController().signal });
  expect(warnings).toMatchObject([{ file: path, rule: 'import-secret' }]);
  expect(JSON.stringify(warnings)).not.toContain('abc');
});

it('a list with mail addresses or telephone numbers that no course shows is not committed unawares', async ({
  folder,
}) => {
  const text = `title,url,E-mail,Phone,Seats
Weaving,https://p.example/1,ida@p.example,+49 30 1234567,12
Dyeing,https://p.example/2,mona@p.example,030/7654321,8
`;
  const lines = importLines(await importText(folder, 'list.csv', text, given), 'data', false);
  const shown = lines.map((line) => printed(line, false)).filter((line) => line.includes('git add'));
  expect(shown).toEqual([expect.stringContaining('(E-mail, Phone)')]);
});
