// Descriptions as feeds show them: their text, whatever markup they hold.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/site/plain.ts';

describe('the plain text of a description', () => {
  it.each([
    ['stays as it is typed where it has no tag', 'a < b && c > d &amp; e', 'a < b && c > d &amp; e'],
    ['has a line for each paragraph', '<p>One &amp; two</p><p>Three&nbsp;four</p>', 'One & two\n\nThree four'],
    ['has a dash for each item', '<ul><li>a</li>\n<li class="x">b</li></ul>', '- a\n\n- b'],
    ['has no links, images and handlers', '<a href="javascript:x">go</a><img src=x onerror=y>!', 'go!'],
    ['decodes characters by number', '<b>&#233;&#xe9;&#1114112;</b>', '\u{e9}\u{e9}&#1114112;'],
    ['has no scripts', '<p>a</p><script>alert(1 < 2)</script ><p>b</p>', 'a\n\nb'],
    ['has no styles, whatever their case and attributes', 'a<STYLE media="print">p { }</style\n> b', 'a b'],
    ['has nothing of what is inside them, tags included', 'a<svg><title>x</title><p>y</p></svg>b', 'ab'],
    ['goes on after an empty drawing', 'a<svg/>b<math />c', 'abc'],
    ['ends where such an element is not closed', 'a <b>b</b><textarea>c</p></style>d', 'a b'],
    ['is not cut by the end of one that was not opened', 'a</script>b', 'ab'],
    ['shows what is no tag', '<b>1 <2> 3</b> <', '1 <2> 3 <'],
  ])('%s', (_, description, text) => {
    expect(plainText(description)).toBe(text);
  });

  it('has none of the tags, however they are mixed with text', () => {
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

  it('takes a long description with broken tags in its stride', () => {
    expect(plainText(`<b>x</b>${'<a '.repeat(100_000)}`)).toContain('x<a <a');
  });
});
