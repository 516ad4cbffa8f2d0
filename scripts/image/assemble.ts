// The programs with everything that they need, in one folder: the content of the image and of a release's archive.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildStaleSites } from '../build-sites.ts';
import { bundlePrograms } from '../bundle.ts';
import { listComponents, writeLicences } from './components.ts';

/** Files that programs read at run time: next to their sources, and packages that cannot be bundled. */
const READ_BY_PROGRAMS = [
  '.build/sites/{portal,console,docs,handbook}',
  'apps/{api,identity}/src/**/assets',
  'packages/domain/src/**/*.txt',
  'packages/ui/src/theme/*.css',
  'database/{migrations,reference}',
  // Native code, built for this platform.
  'node_modules/@node-rs/*',
  // Served to browsers unchanged.
  'node_modules/@simplewebauthn/browser',
  'LICENSE',
  'NOTICE',
];

export async function assemble(into: string, commit: string): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  step(`sites built: ${(await buildStaleSites()).join(', ') || 'none, they are up to date'}`);
  await assemblePrograms(into);
  step('programs bundled');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(into, 'build.json'), `${JSON.stringify({ version, commit })}\n`);
  const bill = listComponents();
  writeFileSync(join(into, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(into, 'licences.txt'), writeLicences(bill));
  step(`${bill.components.length} components listed with their licences`);
}

/** Everything that runs, with the sites that are built. */
export async function assemblePrograms(into: string): Promise<void> {
  await bundlePrograms({ programs: { onboarding: 'scripts/image/onboarding.ts' }, into, root: into });
  for (const path of globSync(READ_BY_PROGRAMS)) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    cpSync(path, join(into, path), { recursive: true });
  }
}

/** Without settings, a program reports what is missing and exits; by then Node has compiled it. */
export function compile(into: string): void {
  for (const program of ['api', 'identity', 'worker', 'ctl'])
    spawnSync(process.execPath, [join(into, 'onboarding.js'), program], {
      env: { NODE_COMPILE_CACHE: join(into, 'compiled') },
    });
  step('programs compiled');
}

const step = (what: string) => console.log(`${performance.now().toFixed(0).padStart(7)} ms  ${what}`);
