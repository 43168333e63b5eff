// Apache as a person sets it up who follows the notes of the preset, with the modules that Debian loads anyway.
import { configure, isRoot, type Server, type Site } from './server.ts';

const needed = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'rewrite'];
/** What may get in the way: listings, guessed names, compression on the way out. */
const usual = ['autoindex', 'negotiation', 'filter', 'deflate', 'alias', 'setenvif'];

export const apacheServer = apacheWith([...needed, ...usual]);

/** Apache without a module that the notes ask for. */
export function apacheWithout(missing: string): Server {
  return apacheWith(needed.filter((name) => name !== missing));
}

function apacheWith(modules: readonly string[]): Server {
  return {
    program: 'apache2',
    install: 'apt-get install apache2',
    prepare: (site) => {
      const file = configure(site, 'apache.conf', configurationOf(site, modules));
      return ['-f', file, '-DFOREGROUND', '-E', '/dev/stderr'];
    },
  };
}

function configurationOf({ root, port, scratch }: Site, modules: readonly string[]): string[] {
  return [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${scratch}`,
    `DefaultRuntimeDir ${scratch}`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    'PidFile apache.pid',
    'ErrorLog error.log',
    ...(isRoot ? ['User #65534', 'Group #65534'] : []),
    'TypesConfig /etc/mime.types',
    'AddType application/x-gzip .gz .tgz',
    'DirectoryIndex index.html index.cgi index.pl index.php index.xhtml index.htm',
    ...(modules.includes('deflate') ? ['AddOutputFilterByType DEFLATE text/html text/plain application/json'] : []),
    `DocumentRoot ${root}`,
    `<Directory ${root}>`,
    '  Options Indexes FollowSymLinks MultiViews',
    '  AllowOverride FileInfo',
    '  Require all granted',
    '</Directory>',
    'AccessFileName .htaccess',
    '<FilesMatch "^\\.ht">',
    '  Require all denied',
    '</FilesMatch>',
  ];
}
