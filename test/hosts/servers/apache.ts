// Apache as a user sets it up by the notes of the preset, with the modules that Debian loads anyway.
import { configure, isRoot, type Server, type Site } from './server.ts';

const needed = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'rewrite'];
/** Features that may interfere: listings, content negotiation, dynamic compression. */
const usual = ['autoindex', 'negotiation', 'filter', 'deflate', 'alias', 'setenvif'];

export const apacheServer = apacheWith([...needed, ...usual]);

/** Apache without a module that the notes require. */
export function apacheWithout(missing: string): Server {
  return apacheWith(needed.filter((name) => name !== missing));
}

/** Apache with these lines for each site. */
export function apacheServing(blockOf: (site: Site) => readonly string[]): Server {
  return apacheWith([...needed, ...usual], blockOf);
}

function apacheWith(modules: readonly string[], blockOf = virtualHost): Server {
  return {
    program: 'apache2',
    listening: /resuming normal operations/u,
    prepare: (sites, scratch) => {
      const lines = [...configurationOf(modules, scratch), ...sites.flatMap(blockOf)];
      return ['-f', configure(scratch, 'apache.conf', lines), '-DFOREGROUND'];
    },
  };
}

function configurationOf(modules: readonly string[], scratch: string): string[] {
  return [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${scratch}`,
    `DefaultRuntimeDir ${scratch}`,
    'ServerName localhost',
    'PidFile apache.pid',
    // Apache opens its log files by name, and cannot open a pipe to this process.
    'ErrorLog "|/bin/cat"',
    ...(isRoot ? ['User #65534', 'Group #65534'] : []),
    'TypesConfig /etc/mime.types',
    'AddType application/x-gzip .gz .tgz',
    'DirectoryIndex index.html index.cgi index.pl index.php index.xhtml index.htm',
    ...(modules.includes('deflate') ? ['AddOutputFilterByType DEFLATE text/html text/plain application/json'] : []),
    'AccessFileName .htaccess',
    '<FilesMatch "^\\.ht">',
    '  Require all denied',
    '</FilesMatch>',
  ];
}

function virtualHost({ root, port }: Site): readonly string[] {
  return [
    `Listen 127.0.0.1:${port}`,
    `<VirtualHost 127.0.0.1:${port}>`,
    `  DocumentRoot ${root}`,
    `  <Directory ${root}>`,
    '    Options Indexes FollowSymLinks MultiViews',
    '    AllowOverride FileInfo',
    '    Require all granted',
    '  </Directory>',
    '</VirtualHost>',
  ];
}
