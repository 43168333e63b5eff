// The description of a course: plain text, or HTML, which is sanitised first.
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { hasMarkup } from './markup.ts';

/** The content to show; null for an empty description. The sanitiser is loaded with the first description that needs it. */
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
  return <CleanMarkup clean={() => cleanMarkup(description)} lang={lang} />;
}

function CleanMarkup({ clean, lang }: { clean: () => DocumentFragment; lang: string | undefined }) {
  const fill = useCallback((element: HTMLElement | null) => element?.replaceChildren(clean()), [clean]);
  return <div class="description" dir="auto" lang={lang} ref={fill} />;
}
