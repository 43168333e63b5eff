// The charts screen: courses by year, category, language and provider, as lists with a bar for each item.
import { ItemList } from '../lists/item-list.tsx';
import { categoryItem, languageItem, providerItem, type Item } from '../lists/items.ts';
import { message } from '../language/locale.ts';
import { ApiLine, Heading } from '../components.tsx';
import { fragmentOf } from '../place.ts';
import { countCourses } from '../start/start-markup.ts';
import type { ScreenContext, Screen } from '../screen.ts';
import { rankingOf } from './ranking.ts';

export async function chartsScreen({ api, localizedLanguage, root }: ScreenContext): Promise<Screen> {
  const [{ years }, categories, languages, providers] = await Promise.all([
    api.charts(),
    api.categories(),
    api.languages(),
    api.providers(),
  ]);
  const count = countCourses(providers);
  return {
    title: message('nav.charts'),
    status: '',
    content: (
      <>
        <Heading>{message('nav.charts')}</Heading>
        {count === 0 ? (
          <p class="empty">{message('charts.none')}</p>
        ) : (
          <div class="charts">
            <Chart
              title={message('charts.byYear')}
              note={message('charts.published', { count })}
              items={years.map(yearItem)}
            />
            {categories.length > 0 && (
              <Ranking
                title={message('charts.byCategory')}
                note={message('charts.eachCategory')}
                items={categories.map((category) => categoryItem({ ...category, children: [] }))}
              />
            )}
            <Ranking
              title={message('charts.byLanguage')}
              note={message('charts.eachLanguage')}
              items={languages.map((language) => languageItem(language, localizedLanguage))}
            />
            <Ranking title={message('charts.byProvider')} note="" items={providers.map(providerItem)} />
          </div>
        )}
        <ApiLine address="charts.json" root={root} />
      </>
    ),
  };
}

function yearItem([year, course_count]: readonly [year: number, courses: number]): Item {
  const name = String(year);
  return { key: name, name, href: fragmentOf({ screen: 'courses', selection: `year=${name}` }), course_count };
}

interface Props {
  readonly title: string;
  readonly note: string;
  readonly items: readonly Item[];
}

/** The largest items, and how many others there are. */
function Ranking({ title, note, items }: Props) {
  const { shown, others, otherCourses } = rankingOf(items);
  const scope =
    others === 0
      ? message('charts.all')
      : message('charts.largest', {
          shown: shown.length,
          others: message('charts.others', { count: others }),
          courses: message('courses.count', { count: otherCourses }),
        });
  return <Chart title={title} note={`${scope} ${note}`} items={shown} />;
}

function Chart({ title, note, items }: Props) {
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        <p>{note}</p>
      </figcaption>
      <ItemList items={items} label={title} most={Math.max(...items.map(({ course_count }) => course_count))} />
    </figure>
  );
}
