// The archive from which operators run every program, without the repository.
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assemble } from '../image/assemble.ts';
import { pack } from './archive.ts';

/** Examples for operators. The chart is an archive of its own. */
const EXAMPLES = ['systemd', 'env', 'proxy', 'grafana', 'prometheus/{alertmanager,prometheus,rules}.yml'];

export interface Build {
  version: string;
  commit: string;
  /** Of the commit, in seconds since 1970. */
  time: number;
}

/** Native code limits it to one platform. */
const archiveName = (version: string) => `onboarding-${version}-${process.platform}-${process.arch}.tar.gz`;

export async function buildProgram({ version, commit, time }: Build, upgrade: string, into: string): Promise<void> {
  const folder = resolve('.build/program', `onboarding-${version}`);
  await assemble(folder, commit);
  for (const path of globSync(EXAMPLES, { cwd: 'deploy' })) {
    cpSync(join('deploy', path), join(folder, 'deploy', path), { recursive: true });
  }
  mkdirSync(join(folder, 'bin'));
  cpSync('scripts/release/onboardingctl', join(folder, 'bin/onboardingctl'));
  writeFileSync(join(folder, 'UPGRADE.md'), upgrade);
  cpSync(join(folder, 'sbom.cdx.json'), join(into, `onboarding-${version}.cdx.json`));
  pack(folder, join(into, archiveName(version)), time);
}
