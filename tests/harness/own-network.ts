// A script in a network of its own, on loopback alone: every port is free, names are what the script's own name server says,
// and an address of the internet can be this machine. Nothing of it reaches the real network.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface OwnNetwork {
  /** For files that it needs. */
  folder: string;
  /** Addresses of this machine besides loopback. */
  addresses: readonly string[];
  environment: Record<string, string>;
}

/** Starts the script with its parameters; it must serve names on 127.0.0.1, port 53. */
export async function spawnInOwnNetwork(
  script: string,
  parameters: readonly string[],
  { folder, addresses, environment }: OwnNetwork,
): Promise<ChildProcess> {
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
  // Whoever is not root gets the rights within the namespace alone.
  const account = process.getuid?.() === 0 ? [] : ['--map-current-user', '--keep-caps'];
  const command = [process.execPath, script, ...parameters];
  return spawn('unshare', [...account, '--net', '--mount', 'sh', '-c', prepared, 'sh', resolver, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
}
