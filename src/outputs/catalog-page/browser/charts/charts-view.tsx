// The charts view. Hand-written SVG: the content security policy forbids Observable Plot's style elements, and a canvas (Chart.js) has no links or text.
import { NotFoundError, type Api, type Charts } from '../api.ts';
import { categoryItem, languageItem, providerItem } from '../lists/items.ts';
import { message } from '../language/locale.ts';
import { ApiLine, Heading } from '../parts.tsx';
import { countCourses } from '../start/start-lists.ts';
import type { Site, View } from '../view.ts';
import { RankingChart } from './ranking-chart.tsx';
import { YearsChart } from './years-chart.tsx';

export async function chartsView(site: Site): Promise<View> {
  const { api } = site;
  const [{ years }, categories, languages, providers] = await Promise.all([
    yearsOf(api),
    api.categories(),
    api.languages(),
    api.providers(),
  ]);
  return {
    title: message('nav.charts'),
    status: '',
    content: (
      <>
        <Heading>{message('nav.charts')}</Heading>
        {countCourses(providers) === 0 ? (
          <p class="empty">{message('charts.none')}</p>
        ) : (
          <div class="charts">
            {years.length > 0 && <YearsChart years={years} />}
            {categories.length > 0 && (
              <RankingChart
                title={message('charts.byCategory')}
                plural="categories"
                items={categories.map(categoryItem)}
                note={message('charts.eachCategory')}
              />
            )}
            <RankingChart
              title={message('charts.byLanguage')}
              plural="languages"
              items={languages.map((language) => languageItem(language, site.languageName))}
              note={message('charts.eachLanguage')}
            />
            <RankingChart title={message('charts.byProvider')} plural="providers" items={providers.map(providerItem)} />
          </div>
        )}
        <ApiLine address="charts.json" root={site.root} />
      </>
    ),
  };
}

/** A missing file is not an error, since the other charts do not need it. */
async function yearsOf(api: Api): Promise<Charts> {
  try {
    return await api.charts();
  } catch (error) {
    if (error instanceof NotFoundError) return { years: [] };
    throw error;
  }
}
