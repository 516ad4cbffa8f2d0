/**
 * The webhook target of each demo partner: a host name mapped to a port of this machine, and a certificate for it.
 * Nothing listens there until someone starts an HTTPS server with that certificate.
 */
import { X509Certificate } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CertificateFiles, issueCertificate, makeAuthority } from '../certificate-authority.ts';
import { demoPartners, shortNameOf } from '../seed.ts';
import { failureCode, StackFailure } from '../servers/failure.ts';
import type { PortName, StackSettings } from './settings.ts';

export interface DemoReceiver {
  readonly partnerId: string;
  readonly url: string;
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

const PORTS: Record<string, PortName> = { acme: 'acmeReceiver', globex: 'globexReceiver' };
const RENEWED_MS = 7 * 86_400_000;
const hostOf = (name: string) => `hooks.${name}.example`;

export interface Receivers {
  readonly receivers: readonly DemoReceiver[];
  /** The authority is new, so processes that trust the previous one must be restarted. */
  readonly changed: boolean;
}

/** Creates what is missing, expires soon or does not match. */
export async function ensureReceivers(settings: StackSettings): Promise<Receivers> {
  const directory = join(settings.directory, 'receivers');
  const names = demoPartners.map(shortNameOf);
  const authority = join(directory, 'authority.certificate.pem');
  const changed = !(await areGood(
    authority,
    names.map((name) => join(directory, `${name}.certificate.pem`)),
  ));
  if (changed) {
    await rm(directory, { recursive: true, force: true });
    await makeAll(directory, names);
  }
  const receivers = demoPartners.map(({ partnerId }, index): DemoReceiver => {
    const name = names[index] ?? '';
    const port = settings.ports[PORTS[name] ?? 'acmeReceiver'];
    const files: CertificateFiles = {
      certFile: join(directory, `${name}.certificate.pem`),
      keyFile: join(directory, `${name}.key.pem`),
    };
    return { partnerId, url: `https://${hostOf(name)}/webhooks`, port, ...files, caFile: authority };
  });
  return { receivers, changed };
}

/** The environment with which a process accepts and reaches these URLs. */
export function receiverEnvironment(receivers: readonly DemoReceiver[]): Record<string, string> {
  return {
    WEBHOOK_LOOPBACK_RECEIVERS: receivers.map(({ url, port }) => `${new URL(url).hostname}=${port}`).join(','),
    ...(receivers[0] === undefined ? {} : { NODE_EXTRA_CA_CERTS: receivers[0].caFile }),
  };
}

async function makeAll(directory: string, names: readonly string[]): Promise<void> {
  try {
    const authority = await makeAuthority(directory);
    for (const name of names) await issueCertificate(authority, { name, hosts: [hostOf(name)] });
  } catch (thrown) {
    if (failureCode(thrown) !== 'ENOENT') throw thrown;
    throw new StackFailure(
      'openssl is missing, and is needed to create certificates: install it (apt-get install openssl)',
    );
  }
}

async function areGood(authorityFile: string, files: readonly string[]): Promise<boolean> {
  try {
    const authority = new X509Certificate(await readFile(authorityFile));
    const certificates = await Promise.all(files.map(async (file) => new X509Certificate(await readFile(file))));
    return [authority, ...certificates].every(
      (one) => one.verify(authority.publicKey) && one.validToDate.getTime() > Date.now() + RENEWED_MS,
    );
  } catch {
    return false;
  }
}
