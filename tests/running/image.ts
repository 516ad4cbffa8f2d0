// The image, built from the Containerfile and run as an operator would: read-only, without root, without capabilities. Stand-in
// base images replace those of a registry; packages and sites come from this machine, where they are installed and built.
import { execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildStaleSites } from '../../scripts/build-sites.ts';
import { PODMAN_ENVIRONMENT, podman } from '../harness/podman.ts';
import type { Launch } from '../harness/process.ts';

const env = PODMAN_ENVIRONMENT;
const LIMITS = [
  ['--network', 'host'],
  ['--read-only', '--read-only-tmpfs=false'],
  ['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ['--memory', '1g', '--pids-limit', '200'],
  // Health checks need systemd to run periodically; a test checks once.
  ['--no-healthcheck'],
].flat();

export interface Image {
  name: string;
  /** Runs it to completion, with these arguments and settings. */
  run(words: readonly string[], environment?: Record<string, string>): Promise<string>;
  /** Starts the program in a container with this name; files are mounted by their path in the container. */
  launch(container: string, files?: Record<string, string>): Launch;
  remove(): Promise<void>;
}

/** Values must not appear in the list of processes. */
const byName = (environment: object) => Object.keys(environment).flatMap((key) => ['--env', key]);

export async function buildImage(commit: string): Promise<Image> {
  const name = `localhost/onboarding-test:${commit.slice(0, 8)}-${process.pid}`;
  await buildStaleSites();
  await promisify(execFile)('scripts/image/stand-in-bases', { env });
  const values = {
    BUILD_BASE: `localhost/onboarding-build-base:${process.versions.node}`,
    BASE: `localhost/onboarding-base:${process.versions.node}`,
    INSTALL: 'true',
    COMMIT: commit,
  };
  const choices = Object.entries(values).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const packages = `${resolve('node_modules')}:/src/node_modules:ro`;
  // One layer per stage: nothing builds on them.
  const how = ['--format', 'docker', '--layers=false', '--network', 'host', '--volume', packages];
  await podman('build', ...how, ...choices, '--tag', name, '.');
  return {
    name,
    run: async (words, environment = {}) => {
      const parts = ['run', '--rm', ...LIMITS, ...byName(environment), name, ...words];
      return (await promisify(execFile)('podman', parts, { env: { ...env, ...environment } })).stdout;
    },
    launch:
      (container, files = {}) =>
      async (script, environment) => {
        const [, program = ''] = script.split('/');
        const given = { HOST: '127.0.0.1', ...environment };
        const mounts = Object.entries(files).flatMap(([inside, file]) => ['--volume', `${file}:${inside}:ro`]);
        const words = ['run', '--rm', '--name', container, ...LIMITS, ...mounts, ...byName(given), name, program];
        return spawn('podman', words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...given } });
      },
    remove: async () => void (await podman('rmi', '--force', name)),
  };
}
