// A small OpenAPI document, written by hand, with everything that the reference must show.

/** The address of the API in the document, which is not where the tests serve it. */
export const deployedAt = 'https://catalog.example/open';

const samples = (path: string) => [
  { lang: 'shell', label: 'curl', source: `curl --fail ${deployedAt}${path}` },
  { lang: 'javascript', label: 'JavaScript', source: `await (await fetch('${deployedAt}${path}')).json();` },
  { lang: 'python', label: 'Python', source: `import urllib.request\nurllib.request.urlopen('${deployedAt}${path}')` },
];

const responses = (schema: object) => ({
  200: {
    description: 'The resource.',
    headers: { Allow: { schema: { type: 'string' }, description: 'GET, HEAD, OPTIONS' } },
    content: { 'application/json': { schema } },
  },
  404: {
    description: 'There is none.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
});

export const contract = {
  openapi: '3.1.0',
  info: {
    title: 'Courses of <b>Example</b>',
    version: '1',
    description: 'All courses. See [the catalog](https://catalog.example/open/).',
  },
  servers: [{ url: deployedAt }],
  tags: [
    { name: 'Providers', description: 'Who gives courses.' },
    { name: 'Categories', description: 'What courses are about.' },
  ],
  paths: {
    '/api/v1/providers/': {
      get: {
        operationId: 'providers',
        tags: ['Providers'],
        summary: 'All providers',
        description: 'Specification 2.4 and 4.',
        responses: responses({ type: 'array', items: { $ref: '#/components/schemas/Provider' } }),
        'x-codeSamples': samples('/api/v1/providers/'),
      },
      head: {
        operationId: 'providersHead',
        tags: ['Providers'],
        summary: 'Headers alone',
        responses: { 200: { description: 'No body.' } },
      },
    },
    '/api/v1/categories/{category_id}/': {
      get: {
        operationId: 'category',
        tags: ['Categories'],
        summary: 'Courses of a category',
        parameters: [
          {
            name: 'category_id',
            in: 'path',
            required: true,
            description: 'Its id.',
            schema: { type: 'integer' },
            example: 7,
          },
          { name: 'page', in: 'query', description: 'Number of the page.', schema: { type: 'integer', minimum: 1 } },
        ],
        responses: responses({ type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }),
        'x-codeSamples': samples('/api/v1/categories/7/'),
      },
    },
  },
  components: {
    schemas: {
      Provider: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string', description: 'As it calls itself.' } },
        required: ['id', 'name'],
      },
      Refusal: { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] },
    },
  },
};
