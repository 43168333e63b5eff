// Descriptions in plain text, as feeds have them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptionText, hasTags } from '../../src/text/description-text.ts';
import { forAll } from '../helpers/for-all.ts';

describe('the plain text of a description', () => {
  it.each([
    [
      'is unchanged if it has no tag but its references',
      'a < b && c;\n d &alpha; &radic;&#13;',
      'a < b && c;\n d \u{3b1} \u{221a}\n',
    ],
    ['has a line for each paragraph', '<p>One &amp; two</p><p>Three&nbsp;four</p>', 'One & two\n\nThree four'],
    ['has a dash for each item', '<ul>\n<li>a</li>\n<li class="x">b</li></ul>', '- a\n- b'],
    ['keeps its lines where it has no markup', 'a\n b\n\n\nc', 'a\n b\n\n\nc'],
    ['has the line ends of Unix', 'a\r\nb\rc', 'a\nb\nc'],
    ['has the line ends of Unix beside tags', '<pre>a\r\nb</pre>c&#13;\r\nd', 'a\nb\nc\nd'],
    ['has no comments', 'a<!-- <b>x</b>\n> -->b<!---->c<!-- d', 'abc'],
    ['has no comment that would hide the end of a script', '<script><!-- x </script>b', 'b'],
    ['has no comments that end early or with an exclamation mark', 'a<!-->b<!--->c<!-- d --!>e', 'abce'],
    ['has no declarations', '<!DOCTYPE html><![if !supportLists]>1.<![endif]> a <?xml:namespace prefix=o?>b', '1. a b'],
    [
      'has no scripts and style sheets after whose name a slash stands',
      'a<script/src=x>b</script/><style/x>c</style>d',
      'ad',
    ],
    [
      'has no content of hidden elements within others of their kind',
      'a<template>b<template>c</template>d</template>e',
      'ae',
    ],
    ['has no content of drawings within drawings', 'a<svg><svg/><svg>b</svg>c</svg >d', 'ad'],
    ['keeps names with a slash in angle brackets', '<b>a</b> <owner/name>', 'a <owner/name>'],
    ['has no tags of other vocabularies', '<o:p>a</o:p> <my-box x="y">b</my-box><m:r/>', 'a b'],
    [
      'keeps addresses in angle brackets',
      '<b>a</b> <https://example.org/> <a@example.org>',
      'a <https://example.org/> <a@example.org>',
    ],
    [
      'decodes named references',
      '<p>&Eacute;t&eacute; &ndash; &ldquo;x&rdquo;&hellip; 5&nbsp;&euro; &AMP; &unknown;</p>',
      '\u{c9}t\u{e9} \u{2013} \u{201c}x\u{201d}\u{2026} 5 \u{20ac} & &unknown;',
    ],
    ['decodes a reference once', '<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
    ['is not broken where its source is', '<p>One\n   and\ttwo</p>\n\n\n<p>three</p>', 'One and two\n\nthree'],
    ['keeps the lines of preformatted text', '<pre>a\nb</pre>', 'a\nb'],
    [
      'has a line for each row, with spaces between cells',
      '<table>\n<tr>\n<th>a</th><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr></table>',
      'a b\nc d',
    ],
    ['has a line for each section', 'a<section>b</section><footer>c</footer><hr>d', 'a\nb\n\nc\n\nd'],
    ['has no links, images and handlers', '<a href="javascript:x">go</a><img src=x onerror=y>!', 'go!'],
    ['decodes numeric character references', '<b>&#233;&#xe9;&#1114112;</b>', '\u{e9}\u{e9}\u{fffd}'],
    ['has no scripts', '<p>a</p><script>alert(1 < 2)</script ><p>b</p>', 'a\n\nb'],
    ['has no style sheets, whatever their case and attributes', 'a<STYLE media="print">p { }</style\n> b', 'a b'],
    ['has no content of hidden elements, tags included', 'a<svg><title>x</title><p>y</p></svg>b', 'ab'],
    ['reads quoted values as such', 'a<a href="data:text/html,<script>1</script>">b</a>c', 'abc'],
    ['continues after an empty drawing', 'a<svg/>b<math />c', 'abc'],
    ['ends where a hidden element is never closed', 'a <b>b</b><textarea>c</p></style>d', 'a b'],
    ['is not cut by an end tag without a start tag', 'a</script>b', 'ab'],
    ['keeps text that only resembles a tag', '<b>1 <2> 3</b> <', '1 <2> 3 <'],
    ['keeps types of programs, and their lines', 'Vec<T>\nMap<K, V>', 'Vec<T>\nMap<K, V>'],
  ])('%s', (_, description, text) => {
    expect(descriptionText(description)).toBe(text);
  });

  it.each([
    ['Plain text, 1 < 2 and Vec<T>', false],
    ['R&D, AT&amp;T', false],
    ['See <https://a.example/>', false],
    ['A <b>word', true],
    ['<p>Text</p>', true],
    ['Line<br/>line', true],
    ['<img src="x">', true],
  ])('is made of HTML or not: %j: %j', (text, expected) => {
    expect(hasTags(text)).toBe(expected);
  });

  it('has no tags, however they are mixed with text', async () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('<p>', '</p>', '<em>', '</em>', '<br/>'), fc.constantFrom('a', ' ', '1')),
    );
    await forAll(100, [pieces], (all) => {
      const text = descriptionText(all.join(''));
      expect(text).not.toMatch(/[<>]/u);
      expect(text.replaceAll(/\s/gu, '')).toBe(all.filter((one) => /[a1]/u.test(one) && !one.includes('<')).join(''));
    });
  });

  it.each(['script', 'style', 'template', 'textarea', 'title', 'iframe', 'noscript', 'svg', 'math', 'xmp'])(
    'has no content of %s',
    (name) => {
      expect(descriptionText(`one <${name} a="b">two<br>three</${name}> four`)).toBe('one  four');
    },
  );

  it('is there for a long description with broken tags', () => {
    for (const broken of ['<a ', '<a b="', "<a b='c>", '<!a', '<?a', '<!-', '<script/', '</script/']) {
      expect(descriptionText(`<b>x</b>${broken.repeat(100_000)}`)).toContain('x');
    }
    expect(descriptionText(`<b>x</b>${'<a '.repeat(100_000)}`)).toContain('x<a <a');
  });
});
