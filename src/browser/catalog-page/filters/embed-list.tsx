// The code that shows a list in a page of others, to copy.
import { useState } from 'preact/hooks';
import type { Locale } from '../../../text/locales/translate.ts';
import { elementCode, frameCode } from '../../../outputs/embed/snippets.ts';
import { isFacet } from '../../../outputs/facets/file-format.ts';
import { CopyButton } from '../components.tsx';
import { message } from '../language/locale.ts';
import { wholeLocale } from '../language/whole-locale.ts';
import { fragmentOf, type FilterablePlace } from '../place.ts';
import type { ScreenContext } from '../screen.ts';
import { choicesOf, sortOf, type Filtered } from './filtered-courses.ts';

interface Props {
  readonly place: FilterablePlace;
  readonly filtered: Filtered;
  readonly context: ScreenContext;
}

/** Its words are loaded once it is opened, as hardly any reader opens it. */
export function EmbedList(props: Props) {
  const [words, setWords] = useState<Locale | 'failed'>();
  const open = async () => setWords(await wholeLocale().catch(() => 'failed' as const));
  return (
    <details class="developers" onToggle={() => void open()}>
      <summary>{message('share.embed')}</summary>
      {words === 'failed' ? <p>{message('failure.script')}</p> : words && <Codes {...props} {...words} />}
    </details>
  );
}

function Codes({ place, filtered: { facts }, context: { published }, text, tag }: Props & Locale) {
  const sort = sortOf(place, facts);
  const choices = choicesOf(place, facts);
  const ofFacts = choices.flatMap(([name, value]): [string, string][] => (isFacet(name) ? [] : [[name, value]]));
  const list = {
    catalog: published,
    name: document.title,
    address: published + fragmentOf(place),
    attributes: [
      ...(place.screen === 'search' ? [['query', place.query] as const] : []),
      ...(place.screen === 'list' ? [[place.route, place.parameter] as const] : []),
      ...choices.filter(([name]) => isFacet(name)),
      ...(ofFacts.length > 0 ? [['facts', String(new URLSearchParams(ofFacts))] as const] : []),
      // The order of lists is that of ids: of a short list, the newest courses are worth more.
      ...(sort === 'listed' ? [] : [['sort', sort] as const]),
    ],
  };
  const codes = [
    ['embed.element', elementCode(list)],
    // A frame does not know the language of the page around it.
    ['embed.frame', frameCode({ ...list, attributes: [...list.attributes, ['locale', tag]] })],
  ] as const;
  return codes.map(([name, code]) => (
    <div key={name}>
      <p>
        {text(name)} <CopyButton text={code} label={message('address.copy')} failed={text('embed.failed')} />
      </p>
      <pre dir="ltr">{code}</pre>
    </div>
  ));
}
