// A host whose certificate is for another host or not trusted: it is requested once, and the report explains why.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../folders.ts';
import { listen } from '../ports.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { exampleOf, verified } from './verified.ts';

describe.skipIf(isMissing('openssl'))(`a certificate${neededFor('openssl')}`, () => {
  const folder = makeFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  let url = '';
  beforeAll(async () => {
    const name = ['-subj', '/CN=other.example', '-addext', 'subjectAltName=DNS:other.example'];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync(pathOf('openssl'), [...args, ...name], { stdio: 'ignore' });
    const files = { key: readFileSync(key), cert: readFileSync(cert) };
    const { port, close } = await listen(createServer(files, (_, response) => void response.end()));
    url = `https://127.0.0.1:${port}`;
    return close;
  });
  afterAll(() => removeFolder(folder));

  it('that is not trusted ends verification at the first request', async () => {
    const report = await verified(url, { retries: 3 });
    expect(report.requests).toBe(1);
    expect(exampleOf(report, 'reachable').finding).toContain('no answer: self-signed certificate');
  });

  it('for another host ends verification at the first request', async () => {
    const env = { NODE_EXTRA_CA_CERTS: cert };
    const args = ['lib/bin.js', 'verify', url, '--json'];
    const stdout = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { env }, (_, printed) => resolve(printed));
    });
    const report: { requests: number; rules: { examples: { finding: string }[] }[] } = JSON.parse(stdout);
    expect(report.requests).toBe(1);
    expect(report.rules[0]?.examples[0]?.finding).toContain("does not match certificate's altnames");
  });
});
