// Markup: which descriptions are sanitized, and which are shown as plain text.
import { describe, expect, it } from 'vitest';
import { hasMarkup, withoutInline } from '../../src/browser/catalog-page/course/markup.ts';
import { moments, processorClock } from '../helpers/limits.ts';

describe('a description', () => {
  it.each([
    '<p>One.</p>',
    'One<br>two',
    'One<BR/>two',
    '<a href="x">',
    '<img src=x onerror=alert(1)>',
    '</script>',
    'Tom &amp; Kim',
    '&#x41;',
  ])('%j is markup', (text) => {
    expect(hasMarkup(text)).toBe(true);
  });

  it.each(['One.\nTwo.', '1 < 2 > 0', 'Vec<T> and Map<K, V>', 'Tom & Kim', 'a <b c', '<author@host.example>'])(
    '%j is text',
    (text) => {
      expect(hasMarkup(text)).toBe(false);
    },
  );
});

describe('markup that is about to be parsed', () => {
  it.each([
    ['<p style="color:red" class="x">a</p>', '<p data-off="color:red" class="x">a</p>'],
    ['<img src=x onerror=alert(1)>', '<img src=x data-off=alert(1)>'],
    ['<svg/onload=alert(1)>', '<svg/data-off=alert(1)>'],
    ['<a title=">" ONCLICK = "b">c</a>', '<a title=">" data-off = "b">c</a>'],
    ['a<style>p{}</style>b<STYLE media="x">q{}', 'ab'],
    ['<a b"c onclick=x>d</a>', '<a b"c data-off=x>d</a>'],
    ['<a < b=c style=x>d</a>', '<a < b=c data-off=x>d</a>'],
    ["<p title='<style>' style=x>one</p>", "<p title='<style>' data-off=x>one</p>"],
    ['<p class=style title=onclick= data-style=x>', '<p class=style title=onclick= data-style=x>'],
    ['a<base href="x>y">b<BASE>c', 'abc'],
    ['if a<b then style = c', 'if a<b then style = c'],
    ['<!-- <a href=" --><p>one</p>', '<!-- <a href=" --><p>one</p>'],
    ['<p>one = 2, on x = 3, style = 4</p>', '<p>one = 2, on x = 3, style = 4</p>'],
  ])('%j has neither styles nor handlers', (markup, expected) => {
    expect(withoutInline(markup)).toBe(expected);
  });
});

describe('a megabyte of text', () => {
  // An algorithm that searches for the end of each one again would take quadratic time, where these take 0.2 s at most.
  const pieces = `<a |if a<b then |<|</a |<style |</style |<style>|<base "|<base '>|<a b="|<a b='c' |<a b=c" |/ |<a    |on| onclick|&amp|&#1`;

  it.each(pieces.split('|'))('made of %j is read in linear time', (piece) => {
    const spent = processorClock();
    const texts = ['', '<p ', '<style>', '<a b=" '].map((start) => start + piece.repeat(1_000_000 / piece.length));
    const found = texts.map((text) => ({ has: hasMarkup(text), length: withoutInline(text).length }));
    for (const [at, text] of texts.entries()) {
      expect(found[at]?.has).toBe(tagsOrReferences.some((known) => text.includes(known)));
      expect(found[at]?.length).toBeLessThanOrEqual(text.length);
    }
    expect(spent()).toBeLessThan(moments);
  });
});

/** All markup in these texts. */
const tagsOrReferences = ['<style>', "<base '>"];
