import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { failureCode } from './failure.ts';

/** Whether a server could listen on this loopback port now. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
    });
  } catch (thrown) {
    if (failureCode(thrown) === 'EADDRINUSE') return false;
    throw thrown;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Whether a server accepts connections on this loopback port. */
export async function isPortServed(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
