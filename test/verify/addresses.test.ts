// Addresses: those that a user types, and links of every form.
import { describe, expect, it } from 'vitest';
import { baseOf, readLink } from '../../src/client/addresses.ts';
import { curlOf } from '../../src/verify/curl.ts';
import { Checks } from '../../src/verify/checks.ts';
import { words } from '../words.ts';

const base = 'https://user.github.io/repo';
const list = `${base}/api/v1/languages/Norsk%20(bokm%C3%A5l)/courses/`;

describe('an address', () => {
  it.each([
    ['https://user.github.io/repo/', base],
    [' HTTPS://User.GitHub.io:443/repo//', base],
    ['https://user.github.io/repo/api/v1/categories/10/?page=2#top', base],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://example.org/api/v10/', 'https://example.org/api/v10'],
    ['example.org', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('%j has the base %j', (typed, expected) => {
    expect(baseOf(typed)).toBe(expected);
  });
});

describe('a link', () => {
  const read = (link: string) => readLink(link, list, base);

  it.each([
    [`${list}?page=2`, 'query', 2],
    [`${base}/api/v1/languages/Norsk%20%28bokm%c3%a5l%29/courses/?page=12`, 'query', 12],
    [`${list}page/3/`, 'path', 3],
    [list, 'own', 1],
  ] as const)('%s has the form %s', (link, form, page) => {
    expect(read(link)).toMatchObject({ form, page, isOfBase: true });
  });

  it.each(words`${list}?page=02 ${list}?page=2&size=9 ${list}?cursor=abc ${list}page/2 ?page=2 ${list}page/0/
    ${base}/api/v1/providers/`)('%s has no known form, but can be followed', (link) => {
    expect(read(link)).toMatchObject({ form: 'other', page: undefined, isOfBase: true });
    expect(read(link).address).toMatch(new RegExp(`^${base}/`, 'u'));
  });

  it('with another base is read as if it had this one', () => {
    const link = list.replace(base, 'http://localhost:8080');
    expect(read(`${link}?page=2`)).toEqual({ form: 'query', page: 2, isOfBase: false, address: `${list}?page=2` });
  });

  it.each(words`https://elsewhere.example/ https://user.github.io/other/ https://user.github.io/repo/../x http://[
    javascript:1`)('%s is not followed', (link) => {
    expect(read(link).address).toBeUndefined();
  });
});

describe('a curl line', () => {
  it('survives the quoting of a shell, whatever the address holds', () => {
    const url = "https://example.org/api/v1/languages/'Are'are/courses/?x[]={a}";
    expect(curlOf({ method: 'PUT', url, headers: { Origin: 'https://a' } })).toBe(
      String.raw`curl -sS -i -X PUT -g -H 'Origin: https://a' 'https://example.org/api/v1/languages/'\''Are'\''are/courses/?x[]={a}'`,
    );
  });
});

describe('checks', () => {
  it('that two requests show name both', () => {
    const checks = new Checks();
    const requests = ['https://a.example/1', 'https://a.example/2'].map((url) => ({ method: 'GET', url }));
    checks.expect('course-count', false, requests, 'they differ');
    expect(checks.report(base).flatMap(({ examples }) => examples)).toEqual([
      { finding: 'they differ', curl: "curl -sS -i 'https://a.example/1'; curl -sS -i 'https://a.example/2'" },
    ]);
  });
});
