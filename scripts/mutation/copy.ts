// Copies the checkout, so that faults can be planted while you keep working.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
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
  // Hard links: the inspection box may read only inside its checkout, and refuses packages that are symbolic links out of it.
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')]);
  for (const place of ['.node24', '.tools']) {
    if (existsSync(join(ROOT, place))) symlinkSync(join(ROOT, place), join(copy, place));
  }
  return copy;
}
