// An attack catalog: every text of it tries to be more than a text.

/** Ways in which markup runs code if a page lets it; each would set `hit` or open a dialog. */
export const markup = [
  '</script><img src=x onerror=alert(1)>',
  '<img src=x onerror="window.hit=1">',
  '"><svg onload=window.hit=2>',
  "'-window.hit-'",
  '<!-- <title> ]]> {{title}} ${1+1} $& $` $1',
  '&lt;img src=x onerror=window.hit=23&gt; &amp; &#x27;',
  '\u202Etxt.exe\u202C \u2066 end',
  'مقدمة في <b>البرمجة</b> وحل المشاكل للمبتدئين',
  `Donau${'dampfschifffahrtsgesellschaft'.repeat(8)}`,
] as const;

/** Descriptions whose markup must be removed or shown literally. */
const descriptions = [
  '<script>window.hit=3</script><p>safe</p>',
  '<script/x>window.hit=17</script/><style/x>*{display:none}</style><p>safe</p>',
  '<img src=x onerror=window.hit=4><p>safe</p>',
  '<iframe src="https://evil.example/"></iframe><object data="https://evil.example/x"></object><p>safe</p>',
  '<style>*{display:none!important}</style><link rel=stylesheet href="https://evil.example/a.css"><p>safe</p>',
  '<p style="position:fixed;inset:0;background:red">safe</p>',
  '<form action="https://evil.example/"><input name=password><button formaction="javascript:window.hit=5">go</button></form><p>safe</p>',
  '<a href="javascript:window.hit=6">one</a> <a href=" jAvA\tscript:window.hit=7">two</a> <a href="data:text/html,<script>1</script>">three</a><p>safe</p>',
  '<svg><a xlink:href="javascript:window.hit=8"><text>x</text></a><script>window.hit=9</script></svg><p>safe</p>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=10&gt;"></table></mtext></math><p>safe</p>',
  '<img src="https://evil.example/pixel.gif"><video autoplay src="https://evil.example/v"></video><p>safe</p>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/"><p>safe</p>',
  '<p id="page" name="body" class="search" tabindex="1" contenteditable onclick="window.hit=11">safe</p>',
] as const;

const addresses = [
  'javascript:window.hit=12',
  ' javascript:window.hit=13',
  'JaVaScRiPt:window.hit=14//',
  'data:text/html,<script>window.hit=15</script>',
  'vbscript:msgbox(1)',
  '//evil.example/',
  'https://example.org/"><img src=x onerror=window.hit=16>',
  'file:///etc/passwd',
  'notes/week-1.html',
] as const;

/** Unlike other names, those of languages cannot hold characters with a meaning in paths. */
const languages = ["l'occitan & co; a=b", '(x)!~,@ $&', 'العربية'] as const;

export interface AttackCourse {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly linkurl: string;
}

/** One course for every text, with descriptions and addresses in rotation. */
export const attackCourses: readonly AttackCourse[] = descriptions.map((description, index) => ({
  id: index + 1,
  title: `${markup[index % markup.length] ?? ''} ${index + 1}`,
  description,
  linkurl: addresses[index] ?? `https://example.org/course/${index}`,
}));

/** The source files of the catalog. */
export function attackCatalog(): Record<string, string> {
  return {
    'providers.json': JSON.stringify(markup.map((name, index) => ({ id: index + 1, name }))),
    'categories.json': JSON.stringify(
      markup.map((name, index) => ({ id: index + 1, name, children: [{ id: 100 + index, name: `${name} below` }] })),
    ),
    'courses.json': JSON.stringify(
      attackCourses.map((course, index) => ({
        ...course,
        provider: (index % markup.length) + 1,
        language: languages,
        date_published: `2024-01-${String(index + 1).padStart(2, '0')}`,
        categories: [(index % markup.length) + 1, 100 + (index % markup.length)],
        author: markup[(index + 1) % markup.length],
        tags: markup[(index + 2) % markup.length],
      })),
    ),
  };
}
