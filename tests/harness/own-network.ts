// Runs a script in a separate network with only loopback: every port is free, the script's own name server resolves all names,
// and a public address can be this machine. Nothing reaches the real network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

interface OwnNetwork {
  /** For the files it needs. */
  folder: string;
  /** Addresses of this machine in addition to loopback. */
  addresses: readonly string[];
  environment: Record<string, string>;
}

/** Runs the script to completion and returns its output; for names, it must serve DNS on 127.0.0.1, port 53. Fails with its output. */
export async function runInOwnNetwork(
  script: string,
  parameters: readonly string[],
  { folder, addresses, environment }: OwnNetwork,
): Promise<string> {
  const resolver = join(folder, 'resolv.conf');
  await writeFile(resolver, 'nameserver 127.0.0.1\noptions timeout:5\n');
  const prepared = [
    'set -eu',
    'mount --bind "$1" /etc/resolv.conf',
    'PATH=$PATH:/usr/sbin:/sbin',
    'ip link set lo up',
    ...addresses.map((address) => `ip address add ${address}/32 dev lo`),
    'shift',
    'exec "$@"',
  ].join('\n');
  // Users other than root get the rights only within the namespace.
  const account = process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps'];
  const command = [process.execPath, script, ...parameters];
  const child = spawn('unshare', [...account, '--net', '--mount', 'sh', '-c', prepared, 'sh', resolver, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const said = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
  const [status] = await once(child, 'exit');
  const output = (await said).join('\n');
  if (status !== 0) throw new Error(output);
  return output;
}
