// nginx as a person sets it up who follows the notes of the preset.
import { nginx } from '../../../src/site/hosts/nginx.ts';
import { directivesIn } from './directives.ts';
import { configure, isRoot, type Server } from './server.ts';

export const nginxServer: Server = {
  program: 'nginx',
  install: 'apt-get install nginx-light',
  prepare: (site) => {
    const { port, scratch } = site;
    const configuration = configure(site, 'nginx.conf', [
      ...(isRoot ? ['user root;'] : []),
      'daemon off;',
      'pid nginx.pid;',
      'error_log error.log;',
      'events { }',
      'http {',
      '  include /etc/nginx/mime.types;',
      '  access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${name};`),
      '  server {',
      `    listen 127.0.0.1:${port};`,
      ...directivesIn(nginx, /^Put into the server block: (.*)$/u, site).map((line) => `    ${line}`),
      '  }',
      '}',
    ]);
    return ['-p', scratch, '-c', configuration, '-e', 'stderr'];
  },
};
