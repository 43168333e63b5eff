// The search box: a combobox that suggests courses as you type.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortened } from '../../../text/shortened.ts';
import { courseTag } from '../lists/items.ts';
import { message } from '../language/locale.ts';
import { fragmentOf, type Place } from '../place.ts';
import { useSuggestions, type Suggestions } from './suggestions.ts';
import type { ScreenContext } from '../screen.ts';

const listId = 'search-results';

export function SearchBox({ context, place }: { context: ScreenContext; place: Place | null }) {
  const query = place?.screen === 'search' ? place.query : '';
  const [text, setText] = useState(query);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isOpen ? text : '', context);
  const options = optionsOf(suggestions, text, context);
  const isExpanded = isOpen && options.length > 0;
  const answer = isOpen && suggestions.isCurrent ? messageOf(suggestions) : '';
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(field);

  useEffect(() => {
    document.querySelector(`#${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const shown = useRef(place);
  useEffect(() => {
    const isNew = shown.current !== place;
    shown.current = place;
    // A screen may finish loading while the user is typing: keep the typed text.
    if (!isNew || isOpen) return;
    setText(query);
    setOpen(false);
  }, [place, query]);

  function go(option?: Option): void {
    setOpen(false);
    if (option === undefined && text.trim() === '') return;
    const fragment = option?.fragment ?? fragmentOf({ screen: 'search', query: text.trimStart() });
    if (fragment === location.hash) return;
    // The focus goes to the screen that opens; one that the user did not ask for here leaves it in the field.
    field.current?.blur();
    location.hash = fragment;
  }
  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      // The courses of an earlier text are about to be replaced.
      if (!suggestions.isCurrent) return;
      // The field itself is one more stop in the cycle.
      setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isExpanded) setOpen(false);
      else setText('');
    }
  }
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(isExpanded ? options[active] : undefined);
      }}
    >
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={message('search.label')}
        aria-keyshortcuts="/"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isExpanded && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={message('search.label')}
        enterkeyhint="search"
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={text}
        // A failure is reported when the user searches.
        onFocus={() => void context.search().catch(() => undefined)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      <ul id={listId} role="listbox" aria-label={message('search.suggestions')} hidden={!isExpanded}>
        {options.map((option, index) => (
          <OptionItem
            key={option.fragment}
            id={`${listId}-${index}`}
            option={option}
            isActive={index === active}
            onChoose={() => go(option)}
          />
        ))}
      </ul>
      <p role="status" class={answer === '' || isExpanded ? 'visually-hidden' : 'message'}>
        {answer}
      </p>
    </form>
  );
}

/** Lets the `/` key focus the field, unless it is typed into a field or a dialog. */
function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isElsewhere = !(event.target instanceof Element) || event.target.closest('input, select, dialog') === null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !isElsewhere) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [field]);
}

/** A suggested course, or all results. */
interface Option {
  readonly fragment: string;
  readonly title: string;
  readonly facts: string;
  readonly lang: string | undefined;
}

function OptionItem(props: { id: string; option: Option; isActive: boolean; onChoose: () => void }) {
  const { id, option, isActive, onChoose } = props;
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      // Keeps the focus in the field: losing it would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="title" dir="auto" lang={option.lang}>
        {option.title}
      </span>
      {option.facts !== '' && <bdi class="quiet">{option.facts}</bdi>}
    </li>
  );
}

function optionsOf({ found, isCurrent }: Suggestions, typed: string, context: ScreenContext): Option[] {
  if (found === null || typed.trim() === '') return [];
  const courses = found.courses.map(({ linkhash, title, author, language }) => ({
    fragment: fragmentOf({ screen: 'course', linkhash }),
    title: shortened(title),
    facts: [shortened(author), ...language.map(context.localizedLanguage)].filter((fact) => fact !== '').join(' · '),
    lang: courseTag(language, context),
  }));
  if (found.total <= courses.length) return courses;
  const title = isCurrent ? message('search.all', { count: found.total }) : message('search.allResults');
  const fragment = fragmentOf({ screen: 'search', query: typed.trimStart() });
  return [...courses, { fragment, title, facts: '', lang: undefined }];
}

function messageOf({ found, hasFailed }: Suggestions): string {
  if (hasFailed) return message('search.failed');
  return found === null ? '' : message('search.found', { count: found.total });
}
