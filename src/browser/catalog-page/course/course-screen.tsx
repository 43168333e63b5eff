// The screen of one course, with all its fields.
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { addressOf } from '../../../api/routes.ts';
import type { FullCourse } from '../../../api/records.ts';
import { shortened } from '../../../text/shortened.ts';
import { isWebAddress } from '../../../text/web-address.ts';
import { courseTag } from '../lists/items.ts';
import type { CatalogFacts, WordedFact } from '../facts/load-facts.ts';
import { message } from '../language/locale.ts';
import { hasMarkup } from './markup.ts';
import { ApiLine, Heading, PublishedOn, SharedPage } from '../components.tsx';
import { listFragment } from '../place.ts';
import type { ScreenContext, Screen } from '../screen.ts';

export async function courseScreen(linkhash: string, context: ScreenContext): Promise<Screen> {
  const [course, facts] = await Promise.all([context.api.course(linkhash), context.facts().catch(() => null)]);
  const known = await factsOf(course, facts, context);
  const lang = courseTag(course.language, context);
  const description = await descriptionOf(course.description, lang);
  const { title } = course;
  const page = `courses/${course.linkhash}/`;
  return {
    title,
    status: message('course.from', { provider: course.provider_name }),
    ...(context.coursePages && { page }),
    content: (
      <article class="course">
        <p class="over-heading">
          <ProviderLink course={course} />
        </p>
        <Heading lang={lang}>{title}</Heading>
        <CourseLink linkurl={course.linkurl} />
        {context.coursePages && <SharedPage {...{ page, context }} kind="course" />}
        {description !== null && (
          <section aria-labelledby="description">
            <h2 id="description">{message('course.description')}</h2>
            {description}
          </section>
        )}
        <section aria-labelledby="details">
          <div class="section-head">
            <h2 id="details">{message('course.details')}</h2>
          </div>
          <Details {...{ course, context, known }} />
          {known === null && <p class="quiet">{message('failure.partial')}</p>}
          <details class="developers">
            <summary>{message('course.developers')}</summary>
            <dl class="details">
              <Row name={message('field.id')}>{course.id}</Row>
              {course.catalog_id !== null && <Row name={message('field.catalogId')}>{course.catalog_id}</Row>}
              <Row name="Linkhash">
                <code>{course.linkhash}</code>
              </Row>
            </dl>
          </details>
        </section>
        <ApiLine address={addressOf('.', 'course', linkhash)} root={context.root} />
      </article>
    ),
  };
}

/** Only web addresses are links: a relative path would not work here, and a script must not run. */
function CourseLink({ linkurl }: { linkurl: string }) {
  return (
    <p class="course-link">
      {isWebAddress(linkurl) && (
        <a class="button" href={linkurl} rel="noopener nofollow ugc">
          {message('course.link')}
        </a>
      )}
      <bdi class="address" dir="ltr">
        {shortened(linkurl)}
      </bdi>
    </p>
  );
}

/** The facts of a course in words; null if they could not be loaded. */
async function factsOf(course: FullCourse, facts: CatalogFacts | null | undefined, { search }: ScreenContext) {
  if (!facts) return facts === null ? null : [];
  try {
    const found = await (await search()).course(course.id);
    return facts.of(found?.facts ?? {});
  } catch {
    return null;
  }
}

interface DetailsProps {
  readonly course: FullCourse;
  readonly context: ScreenContext;
  readonly known: readonly WordedFact[] | null;
}

function Details({ course, context, known }: DetailsProps) {
  return (
    <dl class="details">
      <Row name={message('field.provider')}>
        <ProviderLink course={course} />
      </Row>
      {course.author !== '' && (
        <Row name={message('field.author')}>
          <bdi>{course.author}</bdi>
        </Row>
      )}
      <Row name={message(course.language.length === 1 ? 'field.language' : 'field.languages')}>
        <Links all={course.language.map((name) => [context.localizedLanguage(name), listFragment('language', name)])} />
      </Row>
      {course.categories.length > 0 && (
        <Row name={message('field.categories')}>
          <Links all={categoryLinks(course)} />
        </Row>
      )}
      {course.tags !== '' && (
        <Row name={message('field.tags')}>
          <bdi>{course.tags}</bdi>
        </Row>
      )}
      <Row name={message('field.published')}>
        <PublishedOn date={course.date_published} />
      </Row>
      {known?.map((fact) => (
        <Row key={fact.name} name={fact.label}>
          <FactValues {...fact} />
        </Row>
      ))}
    </dl>
  );
}

function FactValues({ isAddress, values }: WordedFact) {
  const [only = '', ...others] = values;
  if (isAddress && isWebAddress(only)) {
    return (
      <a href={only} rel="noopener nofollow ugc" dir="ltr">
        {shortened(only)}
      </a>
    );
  }
  if (others.length === 0) return <bdi>{only}</bdi>;
  return (
    <ul class="links">
      {values.map((value, index) => (
        <li key={index}>
          <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Link = readonly [name: string, href: string];

function Links({ all }: { all: readonly Link[] }) {
  return (
    <ul class="links">
      {all.map(([name, href]) => (
        <li key={href}>
          <a href={href}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

function ProviderLink({ course: { provider_name, provider } }: { course: FullCourse }) {
  return (
    <a href={listFragment('provider', provider)}>
      <bdi>{provider_name}</bdi>
    </a>
  );
}

/** Ids and paths are in the same order (specification 2.1). Paths are shown whole: they cannot be split, as names can contain a slash. */
function categoryLinks({ categories, categories_ids }: FullCourse): readonly Link[] {
  return categories.map((path, index) => [
    path.replace(/^All\//u, ''),
    listFragment('category', categories_ids[index] ?? ''),
  ]);
}

/** The content to show; null for an empty description. The sanitiser is loaded with the first description that needs it. */
async function descriptionOf(description: string, lang: string | undefined): Promise<ComponentChildren> {
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
