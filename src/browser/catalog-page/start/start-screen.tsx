// The start screen: its lists are loaded together, and one that fails does not hide the others.
import { html } from '../../../text/html.ts';
import { failureText } from '../failures.tsx';
import { locale, message } from '../language/locale.ts';
import type { ScreenContext, Screen } from '../screen.ts';
import { countCourses, startMarkup } from './start-markup.ts';

/** Rejects if none of its lists could be loaded. */
export async function startScreen(context: ScreenContext, retry: () => void): Promise<Screen> {
  const { api, root, isTranslated, isPreferred } = context;
  const answers = await Promise.allSettled([api.latest(), api.categories(), api.providers(), api.languages()]);
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer] : []));
  if (failures.length === answers.length) throw failures[0]?.reason;
  const [latest, categories, providers, languages] = answers;
  const lists = {
    latest: loaded(latest),
    categories: loaded(categories),
    providers: loaded(providers),
    languages: loaded(languages),
  };
  const reasons = { latest, categories, providers, languages };
  const failureOf = (list: keyof typeof reasons, title: string) => {
    const answer = reasons[list];
    const reason = answer.status === 'rejected' ? failureText(answer.reason) : '';
    return html`<div class="failure"><p>${message(`failure.${list}`)} <button type="button" class="plain-button">${message('failure.retry')} <span class="visually-hidden">(${title})</span></button></p><p class="quiet">${reason}</p></div>`;
  };
  // The visitor's languages, since those of most courses may be others.
  const own = isTranslated ? lists.languages?.filter(({ name }) => isPreferred(name)) : [];
  const texts = { ...context, base: root.href.replace(/\/$/u, ''), locale: locale() };
  return {
    title: '',
    status:
      failures.length > 0
        ? message('failure.partial')
        : message('courses.count', { count: countCourses(lists.providers ?? []) }),
    content: (
      <div
        onClick={({ target }) => target instanceof Element && target.closest('button') !== null && retry()}
        dangerouslySetInnerHTML={{ __html: startMarkup(texts, lists, failureOf, own).toString() }}
      />
    ),
  };
}

function loaded<Loaded>(answer: PromiseSettledResult<Loaded>): Loaded | undefined {
  return answer.status === 'fulfilled' ? answer.value : undefined;
}
