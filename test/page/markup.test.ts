// Markup: which descriptions are cleaned, and which are text as typed.
import { describe, expect, it } from 'vitest';
import { hasMarkup, withoutInline } from '../../src/browser/catalog/markup.ts';

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
    ['<p>one = 2, on x = 3, style = 4</p>', '<p>one = 2, on x = 3, style = 4</p>'],
  ])('%j has no styles and no handlers', (markup, expected) => {
    expect(withoutInline(markup)).toBe(expected);
  });
});
