// Real certificates, created with openssl as partners create theirs.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newRsaKey } from './rsa-keys.ts';

const run = promisify(execFile);

export interface CertificateOptions {
  /** The openssl options that create or select the key. */
  key?: readonly string[];
  days?: number;
  subject?: string;
}

export interface MadeCertificate {
  pem: string;
  /** As openssl writes it, unencrypted. */
  privateKey: string;
}

const BEGIN = '-----BEGIN CERTIFICATE-----';

export async function makeCertificate(options: CertificateOptions = {}): Promise<MadeCertificate> {
  const { key, days = 365, subject = '/CN=my-integration/O=Acme' } = options;
  const usual = ['-days', String(days), '-subj', subject];
  if (key === undefined) {
    const privateKey = newRsaKey().export({ type: 'pkcs8', format: 'pem' }).toString();
    const file = join(tmpdir(), `${crypto.randomUUID()}.pem`);
    await writeFile(file, privateKey, { mode: 0o600 });
    const pem = await openssl(['req', '-x509', '-key', file, ...usual]).finally(() => rm(file));
    return { privateKey, pem };
  }
  const stdout = await openssl(['req', '-x509', ...key, '-noenc', '-keyout', '-', ...usual]);
  const at = stdout.indexOf(BEGIN);
  return { privateKey: stdout.slice(0, at), pem: stdout.slice(at) };
}

export async function openssl(parameters: readonly string[], input = ''): Promise<string> {
  const child = run('openssl', [...parameters]);
  // A program that reads no input may have exited already; its exit code shows that.
  child.child.stdin?.on('error', () => {});
  child.child.stdin?.end(input);
  return (await child).stdout;
}
