// The pager: first, previous, next and last page, and a field for any page number.
import type { ComponentChildren } from 'preact';
import { locale, message } from '../language/locale.ts';
import { fragmentOf, type ListPlace } from '../place.ts';

export function Pager({ list, pages }: { list: ListPlace; pages: number }) {
  if (pages === 1) return null;
  const { page } = list;
  return (
    <nav class="pager" aria-label={message('pager.label')}>
      <Step list={list} to={1} enabled={page > 1}>
        {message('pager.first')}
      </Step>
      <Step list={list} to={page - 1} enabled={page > 1} rel="prev">
        {message('pager.previous')}
      </Step>
      <PageField list={list} pages={pages} />
      <Step list={list} to={page + 1} enabled={page < pages} rel="next">
        {message('pager.next')}
      </Step>
      <Step list={list} to={pages} enabled={page < pages}>
        {message('pager.last')}
      </Step>
    </nav>
  );
}

function Step(props: { list: ListPlace; to: number; enabled: boolean; rel?: string; children: ComponentChildren }) {
  // Disabled links stay, so that the others do not move between pages.
  if (!props.enabled) {
    return (
      <a class="step" role="link" aria-disabled="true">
        {props.children}
      </a>
    );
  }
  return (
    <a class="step" href={fragmentOf({ ...props.list, page: props.to })} rel={props.rel}>
      {props.children}
    </a>
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
