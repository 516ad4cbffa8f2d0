// Copies the checkout, so that faults can be planted while you keep working.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Includes uncommitted changes. */
export function copyCheckout(name: string): string {
  const copy = join(ROOT, '.test', name);
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0')) {
    // Git still lists files whose deletion is not committed.
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  }
  linkPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const place of ['.node24', '.tools']) {
    if (existsSync(join(ROOT, place))) symlinkSync(join(ROOT, place), join(copy, place));
  }
  return copy;
}

/** Third-party packages are linked; links to our own packages must resolve inside the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === '@onboarding') linkPackages(source, target);
    else symlinkSync(source, target);
  }
}
