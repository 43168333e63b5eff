// The catalog page as a build publishes it: the template of the package with the options of the build, and readable shades of its color.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colorStyle } from '../../src/outputs/catalog-page/colors.ts';
import { html } from '../../src/text/html.ts';
import { renderPage, type PageOptions } from '../../src/outputs/catalog-page/page.ts';
import { contrast, shadesOf } from '../../src/outputs/shared/shades.ts';
import { sharedBuild } from '../helpers/builds.ts';

const texts = { title: 'Courses', description: 'All of them.', color: '#1d4ed8' };
const options: PageOptions = {
  ...texts,
  baseUrl: 'https://host.example/catalog',
  coursePages: false,
  locale: 'auto',
  logo: undefined,
  contact: undefined,
  footerLinks: [],
  dumps: [],
  calendar: false,
  hasFacts: false,
};
const start = html`<p></p>`;
const textOf = (template: string, some: Partial<PageOptions> = {}, dataBlock = '') =>
  renderPage(template, { ...options, ...some }, dataBlock, start);

describe('the page of a catalog', () => {
  it('counts categories as build.json does, though a source has three levels', async () => {
    const out = await sharedBuild(
      {
        'providers.json': '[{"id": 1, "name": "P"}]',
        'categories.json':
          '[{"id": 1, "name": "A", "children": [{"id": 2, "name": "B", "children": [{"id": 3, "name": "C"}]}]}]',
        'courses.json': `[{"id": 1, "title": "T", "linkurl": "a", "provider": 1, "language": "English", "date_published": "2024-01-31", "categories": [3]}]`,
      },
      { catalogPage: true },
    );
    const textIn = (path: string) => readFileSync(join(out, path), 'utf8');
    expect(JSON.parse(textIn('build.json'))).toMatchObject({ courses: 1, categories: 2 });
    expect(textIn('index.html')).toContain('<strong>2</strong> Categories</li>');
    expect(textIn('api/v1/categories/3/index.json')).toContain('"count":1');
  });

  it('has its title, description and address, and no newline at its end', () => {
    expect(textOf('<title>{{title}}</title>{{description}} {{summary}} {{baseUrl}}\n')).toBe(
      '<title>Courses</title>All of them. All of them. https://host.example/catalog',
    );
  });

  it.each([
    ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
    ["$& $1 $' $$", '$&amp; $1 $&#39; $$'],
    ['{{description}}', '{{description}}'],
  ])('shows the title %j literally', (title, expected) => {
    expect(textOf('[{{title}}]', { title })).toBe(`[${expected}]`);
  });

  it('has a summary even without a description', () => {
    expect(textOf('{{summary}}|{{description}}|', { description: '' })).toMatch(/^\S.+\|\|$/u);
  });

  it('has a search form without an address until its script runs: an empty one is no valid HTML', () => {
    expect(textOf('{{header}}')).toMatch(/<form class="search" role="search"><input [^>]* disabled/u);
  });

  it('has its block of data as it is', () => {
    expect(textOf('<script>{{dataBlock}}</script>', {}, '{"$&":"{{title}}"}')).toBe(
      '<script>{"$&":"{{title}}"}</script>',
    );
  });

  it("lists the endpoints for readers without JavaScript, with links that do not depend on the host's address", () => {
    const text = textOf('{{endpoints}}');
    expect(text).toContain('<a href="api/v1/courses/latest/">');
    expect(text).toContain('<code>https://host.example/catalog/api/v1/courses/view/{linkhash}/</code>');
    expect(text.match(/<li>/gu)).toHaveLength(9);
  });

  it('leads to course pages, dumps and the calendar where there are any', () => {
    const template = '{{package}}[{{parts}}]{{links}}';
    expect(textOf(`${template}{{calendar}}`)).toBe('[]');
    expect(textOf('[{{parts}}]{{links}}{{calendar}}', { calendar: true })).toBe(
      '[ data-calendar]<ul>\n<li><a href="courses.ics"><bdi>Calendar of starts</bdi></a></li>\n</ul>\n' +
        '<link rel="alternate" type="text/calendar" title="Courses: courses that begin (calendar)" href="courses.ics">',
    );
    expect(textOf(template, { coursePages: true, dumps: ['csv'] })).toBe(
      '<link rel="describedby" type="application/json" href="dumps/datapackage.json" />[ data-course-pages data-dumps]' +
        '<ul>\n<li><a href="providers/"><bdi>Courses by provider</bdi></a></li>\n' +
        '<li><a href="downloads/"><bdi>Downloads</bdi></a></li>\n</ul>',
    );
  });

  it('follows its visitors, or has one language, whose messages it holds', () => {
    const template = '{{lang}} {{dir}} {{follow}} {{messages}}';
    expect(textOf(template)).toMatch(/^en ltr data-follow \{"address.copied":"Copied."/u);
    expect(textOf(template, { locale: 'ar' })).toMatch(/^ar rtl {2}\{"address.copied":"تم النسخ."/u);
    expect(textOf('{{messages}}')).not.toContain('"pages.');
  });

  it('has a style sheet for its color, named by its content', () => {
    const paths = ['#1d4ed8', '#b91c1c', '#1d4ed8'].map((color) => {
      const { path, text: style } = colorStyle(color);
      expect(textOf('{{colorStyle}}', { color })).toBe(path);
      expect(path).toMatch(/^assets\/color-[0-9a-f]{8}\.css$/u);
      expect(style).toContain(`--accent:light-dark(${color},`);
      return path;
    });
    expect(new Set(paths).size).toBe(2);
    expect(paths[0]).toBe(paths[2]);
  });
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** Required by WCAG 2 for text, level AA. */
const minimumContrast = 4.5;

describe('the contrast of two colors', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1d4ed8', '#1d4ed8', 1],
  ])('%s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

describe('a color as the page shows it', () => {
  // The inks of the style sheet: `--ink`, `--quiet`, `--on-accent`.
  it.each([
    ['light', '#1a1e24', '#59616c', '#ffffff'],
    ['dark', '#e9ebee', '#a5adb8', '#101317'],
  ] as const)('is readable in %s, and so is text on it', (theme, ink, quiet, onAccent) => {
    fc.assert(
      fc.property(color, (one) => {
        const { accent, tint, paper, raised } = shadesOf(one, theme);
        for (const behind of [tint, paper, raised]) {
          for (const text of [accent, ink, quiet])
            expect(contrast(text, behind)).toBeGreaterThanOrEqual(minimumContrast);
        }
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(minimumContrast);
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#1d4ed8'], ['#808080']] },
    );
  });

  it('is unchanged if it is readable', () => {
    expect(shadesOf('#1d4ed8', 'light').accent).toBe('#1d4ed8');
  });
});
