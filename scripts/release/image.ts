// The image of a release as an archive, for registries that the releasing machine cannot reach.
import { spawnSync } from 'node:child_process';
import { ReleaseRefused } from './plan.ts';
import type { Build } from './program.ts';

const BUILDERS = ['podman', 'buildah'] as const;
type Builder = (typeof BUILDERS)[number];

export function requireBuilder(): Builder {
  const found = BUILDERS.find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined) throw new ReleaseRefused('--image needs podman or buildah: install one of them.');
  return found;
}

/** In OCI's format, which has no health check: docs/releases.md. */
export function saveImage(builder: Builder, { version, commit }: Build, choices: string[], file: string): void {
  const name = `localhost/onboarding:${version}`;
  const run = (...words: string[]) => {
    const { status } = spawnSync(builder, words, { stdio: 'inherit' });
    if (status !== 0)
      throw new ReleaseRefused(`"${builder} ${words[0]}" failed: the release has no image and no checksums.`);
  };
  const values = [`COMMIT=${commit}`, ...choices].flatMap((choice) => ['--build-arg', choice]);
  run('build', ...values, '--file', 'Containerfile', '--tag', name, '.');
  if (builder === 'podman') run('save', '--format', 'oci-archive', '--output', file, name);
  else run('push', name, `oci-archive:${file}:${version}`);
}
