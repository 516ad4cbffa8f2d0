// Real certificates, created with openssl as partners create theirs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface CertificateOptions {
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
  const { key = ['-newkey', 'rsa:2048'], days = 365, subject = '/CN=my-integration/O=Acme' } = options;
  const { stdout } = await run('openssl', [
    'req',
    '-x509',
    ...key,
    ...['-noenc', '-keyout', '-', '-days', String(days), '-subj', subject],
  ]);
  const at = stdout.indexOf(BEGIN);
  return { privateKey: stdout.slice(0, at), pem: stdout.slice(at) };
}

export async function openssl(parameters: readonly string[], input = ''): Promise<string> {
  const child = run('openssl', [...parameters]);
  // A program that reads no input may have ended by now; its exit code tells.
  child.child.stdin?.on('error', () => {});
  child.child.stdin?.end(input);
  return (await child).stdout;
}
