// What the image of the sandbox needs beyond the sources: the sites, and the starter, a folder for partners' developers with the
// SDKs and programs that use them. Run by deploy/sandbox/Containerfile.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPackages } from '../build-packages.ts';
import { buildStaleSites } from '../build-sites.ts';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('Name the folder of the starter');
const starter = resolve(given);
await buildStaleSites(['portal', 'console', 'docs']);
mkdirSync(starter, { recursive: true });
cpSync('docs/examples/starter', starter, { recursive: true });
for (const file of ['business.json', 'certificate.pdf'])
  cpSync(join('docs/examples/quickstart', file), join(starter, file));
for (const folder of Object.values(await buildPackages('.build'))) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', starter, folder], { encoding: 'utf8' });
  // Without the version, so that nothing that names the file changes with it.
  renameSync(join(starter, packed.trim()), join(starter, packed.trim().replace(/-\d.*/, '.tgz')));
}
for (const part of ['pyproject.toml', 'README.md', 'LICENSE', 'src'])
  cpSync(join('packages/sdk-python', part), join(starter, 'onboarding-sdk-python', part), { recursive: true });
