// HTML as an outline: a page, or what Markdown has of it.
import { Parser } from 'htmlparser2';
import { PositionCounter } from '../../../text/position.ts';
import { parseUrl } from '../../../text/parse-url.ts';
import { inputError, type Resource } from '../../input/resource.ts';
import { Outline } from './outline.ts';

/** How deep elements may be: reading takes longer with each. */
const maxDepth = 2000;

/** Writes the tags of HTML into an outline. */
export class OutlineParser {
  readonly outline = new Outline();
  /** What links are relative to. */
  private base: string | undefined;
  private readonly positions = new PositionCounter();
  private length = 0;
  private linesBefore = 0;
  private depth = 0;
  private readonly parser: Parser;

  constructor({ address, finalUrl }: Resource) {
    this.base = finalUrl;
    this.parser = new Parser({
      onopentag: (name, attributes) => {
        this.depth += 1;
        if (this.depth > maxDepth)
          throw inputError(address, `has elements more than ${maxDepth} deep`, 'correct it, or import another list');
        const { href, rel = '' } = attributes;
        if (href !== undefined && name === 'base') this.base = this.resolve(href);
        // A page that was saved does not say itself where it was.
        if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/iu.test(rel)) this.base ??= href;
        const { line } = this.positions.positionAt(this.parser.endIndex);
        const resolved = href === undefined ? attributes : { ...attributes, href: this.resolve(href) };
        this.outline.openTag(name, resolved, this.linesBefore + line);
      },
      ontext: (text) => this.outline.text(text),
      onclosetag: (name) => {
        this.depth -= 1;
        this.outline.closeTag(name);
      },
    });
  }

  /** Reads the next piece, which begins on a line of the document. */
  write(html: string, firstLine?: number): void {
    this.positions.add(html);
    if (firstLine !== undefined) this.linesBefore = firstLine - this.positions.positionAt(this.length).line;
    this.length += html.length;
    this.parser.write(html);
  }

  end(): void {
    this.parser.end();
  }

  /** A whole address, or a place on the page. */
  private resolve(href: string): string {
    const url = parseUrl(href.trim(), this.base);
    if (url === undefined || href.startsWith('#')) return href.trim();
    const isHere = url.hash !== '' && url.href.split('#', 1)[0] === this.base?.split('#', 1)[0];
    return isHere ? url.hash : url.href;
  }
}
