// A driver in another language: a child process that speaks JSON, one object per line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Driver, Reply } from './driver.ts';

export function startChildDriver([program = '', ...parts]: readonly string[], env: NodeJS.ProcessEnv = {}): Driver {
  const child = spawn(program, parts, { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env.PATH, ...env } });
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...reply } = JSON.parse(line) as Reply & { id: number };
    waiting.get(id)?.resolve(reply);
    waiting.delete(id);
  });
  const ended = once(child, 'close').then(
    () => new Error(`${program} ended with ${child.exitCode ?? child.signalCode}`),
    (error: Error) => error,
  );
  ended.then((error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return {
    send(command) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        if (child.exitCode !== null) return ended.then(reject);
        waiting.set(id, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
      });
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
