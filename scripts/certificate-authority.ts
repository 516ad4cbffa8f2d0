/** A private certificate authority for receivers on this machine: created with openssl, and trusted only here. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-sha256'];

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Authority extends CertificateFiles {
  readonly directory: string;
}

/** Creates the authority in a folder. */
export async function makeAuthority(directory: string, { days = 800 } = {}): Promise<Authority> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const files = filesOf(directory, 'authority');
  const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
  await run('openssl', [
    'req',
    ...['-x509', ...EC_KEY, '-days', String(days), '-subj', '/CN=Receivers on this machine'],
    ...extensions.flatMap((extension) => ['-addext', extension]),
    ...['-keyout', files.keyFile, '-out', files.certFile],
  ]);
  return { directory, ...files };
}

/** A certificate for host names, wildcards included, and IP addresses. A negative number of days creates an expired one. */
export async function issueCertificate(
  authority: Authority,
  { name, hosts, days = 800 }: { name: string; hosts: readonly string[]; days?: number },
): Promise<CertificateFiles> {
  const files = filesOf(authority.directory, name);
  const request = `${files.certFile}.request`;
  await run('openssl', [
    'req',
    ...['-new', ...EC_KEY, '-subj', `/CN=${name}`, '-keyout', files.keyFile, '-out', request],
    ...['-addext', `subjectAltName=${hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',')}`],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'extendedKeyUsage=serverAuth'],
  ]);
  await run('openssl', [
    'x509',
    ...['-req', '-in', request, '-copy_extensions', 'copy', '-sha256', '-days', String(days)],
    ...['-CA', authority.certFile, '-CAkey', authority.keyFile, '-out', files.certFile],
  ]);
  return files;
}

const filesOf = (directory: string, name: string): CertificateFiles => ({
  certFile: join(directory, `${name}.certificate.pem`),
  keyFile: join(directory, `${name}.key.pem`),
});
