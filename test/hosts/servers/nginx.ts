// nginx as a user sets it up by the notes of the preset.
import { directivesIn } from './directives.ts';
import { configure, isRoot, type Server, type Site } from './server.ts';

export const nginxServer = nginxWith((site) => [
  '  server {',
  `    listen 127.0.0.1:${site.port};`,
  ...directivesIn('nginx', /^Put into the server block: (.*)$/u, site).map((line) => `    ${line}`),
  '  }',
]);

/** nginx with these lines for each site. */
export function nginxWith(blockOf: (site: Site) => readonly string[]): Server {
  return {
    program: 'nginx',
    listening: /start worker process /u,
    prepare: (sites, scratch) => {
      const configuration = configure(scratch, 'nginx.conf', [
        ...(isRoot ? ['user root;'] : []),
        'daemon off;',
        'pid nginx.pid;',
        'error_log stderr notice;',
        'events { }',
        'http {',
        '  include /etc/nginx/mime.types;',
        '  access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${name};`),
        ...sites.flatMap(blockOf),
        '}',
      ]);
      return ['-p', scratch, '-c', configuration, '-e', 'stderr'];
    },
  };
}
