// podman on machines without systemd.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const PODMAN_ENVIRONMENT = { ...process.env, CONTAINERS_CONF: resolve('scripts/image/containers.conf') };

export async function podman(...words: string[]): Promise<string> {
  return (await promisify(execFile)('podman', words, { env: PODMAN_ENVIRONMENT, maxBuffer: 1e8 })).stdout;
}
