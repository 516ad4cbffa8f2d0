// A port that is open but accepts no connection: its backlog is full and never drained.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface DeafPort {
  port: number;
  close(): Promise<void>;
}

const SERVER = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 });
  server.on('listening', () => process.stdout.write(String(server.address().port)));
`;

export async function startDeafPort(): Promise<DeafPort> {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  const port = Number(text);
  child.kill('SIGSTOP');
  const knocking: Socket[] = [];
  for (let taken = true; taken; ) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    knocking.push(socket);
    await Promise.race([once(socket, 'connect'), delay(300)]);
    // After a stall, the timer fires first, although the connection may already be established.
    await new Promise(setImmediate);
    taken = !socket.connecting;
  }
  return {
    port,
    async close() {
      for (const socket of knocking) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
