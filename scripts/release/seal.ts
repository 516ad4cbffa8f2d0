// Completes the folder of a release: the checksums of its files, and their signature.
import { execFileSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf, sumsOf } from './checksums.ts';
import { ReleaseRefused } from './plan.ts';

/** openssl asks for the passphrase at the terminal, if the key has one. */
export function openKey(file: string): KeyObject {
  try {
    return createPrivateKey(execFileSync('openssl', ['pkey', '-in', file], { stdio: ['inherit', 'pipe', 'inherit'] }));
  } catch (cause) {
    throw new ReleaseRefused(`openssl cannot read the private key in ${file}.`, { cause });
  }
}

/** Call it last: every file of the folder is listed. */
export function seal(folder: string, key: KeyObject | undefined): void {
  const sums = sumsOf(new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])));
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (key !== undefined) writeFileSync(join(folder, 'SHA256SUMS.sig'), signatureOf(sums, key));
}
