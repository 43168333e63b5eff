// The catalog page as a build publishes it: the template of the package with the options of the build.
import { describe, expect, it } from 'vitest';
import { colorStyle } from '../../src/outputs/catalog-page/colors.ts';
import { renderPage, type PageOptions } from '../../src/outputs/catalog-page/page.ts';

const options: PageOptions = {
  title: 'Courses',
  description: 'All of them.',
  color: '#1d4ed8',
  baseUrl: 'https://host.example/catalog',
  coursePages: false,
  dumps: [],
};
const textOf = (template: string, some: Partial<PageOptions> = {}, dataBlock = '') =>
  renderPage(template, { ...options, ...some }, dataBlock);

describe('the page of a catalog', () => {
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

  it('leads to course pages and dumps where there are any', () => {
    const template = '{{package}}[{{parts}}]{{links}}';
    expect(textOf(template)).toBe('[]');
    expect(textOf(template, { coursePages: true, dumps: ['csv'] })).toBe(
      '<link rel="describedby" type="application/json" href="dumps/datapackage.json" />[ data-course-pages data-dumps]' +
        '<ul><li><a href="providers/">Courses by provider</a></li><li><a href="dumps/datapackage.json">Download all courses</a></li></ul>',
    );
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
