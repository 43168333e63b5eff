// Caddy as a user sets it up by the notes of the preset.
import { caddy } from '../../../src/site/hosts/caddy.ts';
import { directivesIn } from './directives.ts';
import { configure, type Server } from './server.ts';

export const caddyServer: Server = {
  program: 'caddy',
  listening: /serving initial configuration/u,
  prepare: (sites, scratch) => {
    const configuration = configure(scratch, 'Caddyfile', [
      '{',
      '  admin off',
      '  auto_https off',
      '}',
      ...sites.flatMap((site) => [
        `http://:${site.port} {`,
        '  bind 127.0.0.1',
        ...directivesIn(caddy, /, on separate lines: (root .*) and (import .*)$/u, site).map((line) => `  ${line}`),
        '}',
      ]),
    ]);
    return ['run', '--config', configuration, '--adapter', 'caddyfile'];
  },
  environment: (scratch) => ({ HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }),
};
