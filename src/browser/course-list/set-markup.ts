// Sets markup in pages. It is from templates alone, which escape every text; pages may enforce that with Trusted Types.
import { trustedTypesPolicy } from '../../outputs/shared/policy.ts';
import { lazy } from '../../memoize.ts';
import { Markup } from '../../text/markup.ts';

/** Not in every browser, nor in the types of the DOM. */
declare const trustedTypes:
  | {
      createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): object };
    }
  | undefined;

const policy = lazy(() =>
  typeof trustedTypes === 'undefined'
    ? { createHTML: (text: string) => text }
    : trustedTypes.createPolicy(trustedTypesPolicy, { createHTML: (text) => text }),
);

/** Replaces the content of an element. */
export function setMarkup(element: Element, markup: Markup): void {
  // The types of the DOM have no trusted text.
  Reflect.set(element, 'innerHTML', policy().createHTML(markup.toString()));
}

/** A name as people read it, as builds write it (`readableName`): a table of all references is larger than the rest of the script. */
export function readableName(name: string): string {
  const decoded = name.replaceAll(/&#?\w+;/gu, (reference) => {
    const element = document.createElement('p');
    setMarkup(element, new Markup(reference));
    return reference === '&nbsp;' ? ' ' : element.textContent;
  });
  return decoded.replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1');
}
