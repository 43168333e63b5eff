// Ports for test servers.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

interface Listening {
  readonly port: number;
  /** Its address for HTTP, without a slash at the end. */
  readonly url: string;
  /** Ends it with its connections, as hooks such as `onTestFinished` and `beforeAll` take it. */
  readonly close: () => Promise<void>;
}

/** Lets a server listen at a free port. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close };
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** `count` ports that nobody listens at. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, async () => listen(createServer())));
  await Promise.all(probes.map(async ({ close }) => close()));
  return probes.map(({ port }) => port);
}
