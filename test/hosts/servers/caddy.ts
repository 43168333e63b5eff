// Caddy as a user sets it up by the notes of the preset.
import { directivesIn } from './directives.ts';
import { configure, type Server, type Site } from './server.ts';

export const caddyServer = caddyWith((site) => [
  `http://:${site.port} {`,
  '  bind 127.0.0.1',
  ...directivesIn('caddy', /, on separate lines: (root .*) and (import .*)$/u, site).map((line) => `  ${line}`),
  '}',
]);

/** Caddy with these lines for each site. */
export function caddyWith(blockOf: (site: Site) => readonly string[]): Server {
  return {
    program: 'caddy',
    listening: /serving initial configuration/u,
    prepare: (sites, scratch) => {
      const lines = ['{', '  admin off', '  auto_https off', '}', ...sites.flatMap(blockOf)];
      return ['run', '--config', configure(scratch, 'Caddyfile', lines), '--adapter', 'caddyfile'];
    },
    environment: (scratch) => ({ ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }),
  };
}
