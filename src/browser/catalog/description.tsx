// The description of a course: text as it stands, or markup from anywhere, which is cleaned first.
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { hasMarkup } from './markup.ts';

/** What to show, null where there is nothing. What cleans markup is loaded with the first description that has some. */
export async function descriptionOf(description: string, lang: string | undefined): Promise<ComponentChildren> {
  if (description.trim() === '') return null;
  if (!hasMarkup(description)) {
    return (
      <p class="description text" dir="auto" lang={lang}>
        {description}
      </p>
    );
  }
  const { cleanMarkup } = await import('./clean-markup.ts');
  return <Cleaned clean={() => cleanMarkup(description)} lang={lang} />;
}

function Cleaned({ clean, lang }: { clean: () => DocumentFragment; lang: string | undefined }) {
  const fill = useCallback((element: HTMLElement | null) => element?.replaceChildren(clean()), [clean]);
  return <div class="description" dir="auto" lang={lang} ref={fill} />;
}
