// The pager: first, previous, next and last page, and a field for any page number.
import { locale, message } from '../language/locale.ts';
import { fragmentOf, type ListPlace } from '../place.ts';

export function Pager({ list, pages }: { list: ListPlace; pages: number }) {
  if (pages === 1) return null;
  const { page } = list;
  const step = (to: number, name: 'first' | 'previous' | 'next' | 'last', rel?: string) => {
    const text = message(`pager.${name}`);
    // Disabled links stay, so that the others do not move between pages.
    return to < 1 || to > pages || to === page ? (
      <a class="step" role="link" aria-disabled="true">
        {text}
      </a>
    ) : (
      <a class="step" href={fragmentOf({ ...list, page: to })} rel={rel}>
        {text}
      </a>
    );
  };
  return (
    <nav class="pager" aria-label={message('pager.label')}>
      {step(1, 'first')}
      {step(page - 1, 'previous', 'prev')}
      <PageField list={list} pages={pages} />
      {step(page + 1, 'next', 'next')}
      {step(pages, 'last')}
    </nav>
  );
}

function PageField({ list, pages }: { list: ListPlace; pages: number }) {
  function go(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = new FormData(form).get('page');
    const isNumber = typeof text === 'string' && /^\s*\d+\s*$/u.test(text);
    const page = isNumber ? Math.min(Math.max(Number(text), 1), pages) : list.page;
    if (page === list.page) form.reset();
    else location.hash = fragmentOf({ ...list, page });
  }
  const field = (
    <input
      key={list.page}
      name="page"
      type="text"
      inputMode="numeric"
      autocomplete="off"
      size={String(pages).length}
      defaultValue={String(list.page)}
    />
  );
  return (
    <form class="page-field" onSubmit={go} noValidate>
      <label>{locale().parts('pager.page', { field, pages })}</label>
      <button type="submit">{message('pager.go')}</button>
    </form>
  );
}
