// The charts view. Hand-written SVG with d3 scales: the content security policy forbids Observable Plot's style elements, and a canvas (Chart.js) has no links or text.
import { addressOf } from '../../../../api/routes.ts';
import { categoryItem, languageItem, providerItem } from '../all-view.tsx';
import { NotFoundError, type Api, type Charts } from '../api.ts';
import { coursesOf } from '../figures.tsx';
import { Heading } from '../parts.tsx';
import type { Site, View } from '../view.ts';
import { RankingChart } from './ranking-chart.tsx';
import { YearsChart } from './years-chart.tsx';

export async function chartsView({ api }: Site): Promise<View> {
  const [{ years }, categories, languages, providers] = await Promise.all([
    yearsOf(api),
    api.categories(),
    api.languages(),
    api.providers(),
  ]);
  return {
    title: 'Charts',
    status: '',
    content: (
      <>
        <Heading>Charts</Heading>
        <p class="under-heading">
          Drawn from
          <a href={addressOf('.', 'categories')}>categories</a>
          <a href={addressOf('.', 'languages')}>languages</a>
          <a href={addressOf('.', 'providers')}>providers</a>
          <a href="charts.json">years</a>
        </p>
        {coursesOf(providers) === 0 ? (
          <p class="empty">There are no courses to chart yet.</p>
        ) : (
          <div class="charts">
            {years.length > 0 && <YearsChart years={years} />}
            {categories.length > 0 && (
              <RankingChart
                title="Courses by category"
                plural="categories"
                items={categories.map(categoryItem)}
                note="Top-level categories. A course in several categories counts in each."
              />
            )}
            <RankingChart
              title="Courses by language"
              plural="languages"
              items={languages.map(languageItem)}
              note="A course in several languages counts in each."
            />
            <RankingChart title="Courses by provider" plural="providers" items={providers.map(providerItem)} />
          </div>
        )}
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
