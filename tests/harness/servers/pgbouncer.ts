// A real PgBouncer in front of the tests' PostgreSQL, with the settings of docs/pooler.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/free-port.ts';
import { until } from '../patience.ts';

/** A user without rights: PgBouncer refuses to run as root. */
const NOBODY = 65534;

export interface Pooler {
  /** The same URL through the pooler. */
  through(url: string): string;
  close(): Promise<void>;
}

/** For the roles of these URLs, and every database of their server. */
export async function startPooler(urls: readonly string[], poolSize: number): Promise<Pooler> {
  execFileSync('scripts/servers/install-pgbouncer', { stdio: 'inherit' });
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"\n`);
  writeFileSync(join(directory, 'userlist.txt'), users.join(''));
  writeFileSync(join(directory, 'pgbouncer.ini'), settings(directory, port, new URL(urls[0] ?? ''), poolSize));
  const root = process.getuid?.() === 0;
  if (root) chownSync(directory, NOBODY, NOBODY);
  const child = spawn(
    '.tools/pgbouncer/pgbouncer',
    ['-q', ...(root ? ['-u', 'nobody'] : []), join(directory, 'pgbouncer.ini')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    return answers(port);
  }, 'PgBouncer accepts connections');
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.toString();
    },
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGQUIT');
        await once(child, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The settings of the page, for this server and these ports; pools are smaller, so that requests must share them. */
function settings(directory: string, port: number, server: URL, poolSize: number): string {
  const [, block = ''] = /```ini\n(.*?)```/s.exec(readFileSync('docs/pooler.md', 'utf8')) ?? [];
  return block
    .replace(/^onboarding = .*$/m, `* = host=${server.hostname} port=${server.port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(directory, 'userlist.txt')}`)
    .replaceAll(/pool_size=\d+/g, `pool_size=${poolSize}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
