// Descriptions as feeds show them: plain text, whatever markup they hold.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/site/plain.ts';

describe('the plain text of a description', () => {
  it.each([
    ['is unchanged if it has no tag', 'a < b && c > d &amp; e', 'a < b && c > d &amp; e'],
    ['has a line for each paragraph', '<p>One &amp; two</p><p>Three&nbsp;four</p>', 'One & two\n\nThree four'],
    ['has a dash for each item', '<ul><li>a</li>\n<li class="x">b</li></ul>', '- a\n\n- b'],
    ['has no links, images and handlers', '<a href="javascript:x">go</a><img src=x onerror=y>!', 'go!'],
    ['decodes numeric character references', '<b>&#233;&#xe9;&#1114112;</b>', '\u{e9}\u{e9}&#1114112;'],
    ['has no scripts', '<p>a</p><script>alert(1 < 2)</script ><p>b</p>', 'a\n\nb'],
    ['has no style sheets, whatever their case and attributes', 'a<STYLE media="print">p { }</style\n> b', 'a b'],
    ['has no content of hidden elements, tags included', 'a<svg><title>x</title><p>y</p></svg>b', 'ab'],
    ['reads quoted values as such', 'a<a href="data:text/html,<script>1</script>">b</a>c', 'abc'],
    ['continues after an empty drawing', 'a<svg/>b<math />c', 'abc'],
    ['ends where a hidden element is never closed', 'a <b>b</b><textarea>c</p></style>d', 'a b'],
    ['is not cut by an end tag without a start tag', 'a</script>b', 'ab'],
    ['keeps text that only resembles a tag', '<b>1 <2> 3</b> <', '1 <2> 3 <'],
  ])('%s', (_, description, text) => {
    expect(plainText(description)).toBe(text);
  });

  it('has no tags, however they are mixed with text', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('<p>', '</p>', '<em>', '</em>', '<br/>'), fc.constantFrom('a', ' ', '1')),
    );
    fc.assert(
      fc.property(pieces, (all) => {
        const text = plainText(all.join(''));
        expect(text).not.toMatch(/[<>]/u);
        expect(text.replaceAll(/\s/gu, '')).toBe(all.filter((one) => /[a1]/u.test(one) && !one.includes('<')).join(''));
      }),
    );
  });

  it.each(['script', 'style', 'template', 'textarea', 'title', 'iframe', 'noscript', 'svg', 'math', 'xmp'])(
    'has no content of %s',
    (name) => {
      expect(plainText(`one <${name} a="b">two<br>three</${name}> four`)).toBe('one  four');
    },
  );

  it('is quick for a long description with broken tags', () => {
    for (const broken of ['<a ', '<a b="', "<a b='c>"]) {
      expect(plainText(`<b>x</b>${broken.repeat(100_000)}`)).toContain('x');
    }
    expect(plainText(`<b>x</b>${'<a '.repeat(100_000)}`)).toContain('x<a <a');
  });
});
