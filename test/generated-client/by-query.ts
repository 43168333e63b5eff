// Reads a whole API with page links by query, through a generated client, and prints what it found.
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
import { bodyOf, pageCount, printFound, type Tally } from './found.ts';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

const index = bodyOf(await client.GET('/api/v1/'));
const latest = bodyOf(await client.GET('/api/v1/courses/latest/'));
const found: Tally = { endpoints: Object.keys(index).length, latest: latest.length };

for (const { linkhash, provider_name } of latest) {
  const course = bodyOf(await client.GET('/api/v1/courses/view/{linkhash}/', { params: { path: { linkhash } } }));
  if (course.provider_name === provider_name) found.views = (found.views ?? 0) + 1;
}

for (const { id, course_count } of bodyOf(await client.GET('/api/v1/providers/'))) {
  for (let page = 1; page <= pageCount(course_count); page += 1) {
    const params = { path: { provider_id: id }, query: { page } };
    const { count, results } = bodyOf(await client.GET('/api/v1/providers/{provider_id}/courses/', { params }));
    if (count === course_count) found.ofProviders = (found.ofProviders ?? 0) + results.length;
  }
}

for (const { name, category_id, course_count } of bodyOf(await client.GET('/api/v1/categories/'))) {
  for (let page = 1; page <= pageCount(course_count); page += 1) {
    const params = { path: { category_id: Number(category_id) }, query: { page } };
    const { title, results } = bodyOf(await client.GET('/api/v1/categories/{category_id}/', { params }));
    if (title === name) found.ofCategories = (found.ofCategories ?? 0) + results.length;
  }
}

for (const { name, course_count } of bodyOf(await client.GET('/api/v1/languages/'))) {
  for (let page = 1; page <= pageCount(course_count); page += 1) {
    const params = { path: { language: name }, query: { page } };
    const { language, results } = bodyOf(await client.GET('/api/v1/languages/{language}/courses/', { params }));
    if (language === name) found.inLanguages = (found.inLanguages ?? 0) + results.length;
  }
}

const { error } = await client.GET('/api/v1/providers/{provider_id}/courses/', {
  params: { path: { provider_id: 999_999 } },
});
printFound({ ...found, refusal: error?.detail ?? '' });
