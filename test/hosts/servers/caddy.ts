// Caddy as a person sets it up who follows the notes of the preset.
import { configure, type Server } from './server.ts';

export const caddyServer: Server = {
  program: 'caddy',
  install: 'apt-get install caddy',
  prepare: (site) => {
    const { root, prefix, port } = site;
    const configuration = configure(site, 'Caddyfile', [
      '{',
      '  admin off',
      '  auto_https off',
      '}',
      `http://:${port} {`,
      '  bind 127.0.0.1',
      `  root * ${root}`,
      `  import "${root}${prefix}/_hosts/Caddyfile"`,
      '}',
    ]);
    return ['run', '--config', configuration, '--adapter', 'caddyfile'];
  },
  environment: ({ scratch }) => ({ HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }),
};
