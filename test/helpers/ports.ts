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

/**
 * Where this process looks next: below the ports that the system gives to clients, so that none takes one before its server
 * starts, and where no other process of the same run looks.
 */
let next = 11_000 + 1500 * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 6) + Math.floor(Math.random() * 1000);

/** `count` ports that nobody listens at. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    next += 1;
    if (await isFree(next)) ports.push(next);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
