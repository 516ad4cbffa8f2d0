/** Where a Ceph of the stack or of a test is stored, and its smallest possible configuration. */
import { join } from 'node:path';

export interface CephSettings {
  readonly directory: string;
  /** The port of S3. */
  readonly port: number;
  /** The address on which S3 listens; by default only this machine reaches it. */
  readonly host?: string;
  readonly monitorPort: number;
  /**
   * The port of a second gateway, which also has the notifications API: anyone with a key of the storage can use that API, so
   * the gateway that uploaders reach has only S3. Needed to prepare a storage that reports uploads.
   */
  readonly topicsPort?: number | undefined;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The key of the user that may only upload, which signs links. */
  readonly links: { readonly accessKey: string; readonly secretKey: string };
  /** False keeps objects in memory only: fast, and lost with the process. */
  readonly durable: boolean;
}

/** Their names in policies. */
export const CEPH_USERS = {
  links: 'arn:aws:iam:::user/onboarding-links',
  services: ['arn:aws:iam:::user/onboarding'],
} as const;

const OBJECT_STORE_BYTES = 8 * 1024 ** 3;

type Section = Record<string, string | number | boolean>;

/** One monitor, one store, one gateway; they are only reachable locally, so they need no authentication. */
export function cephConfiguration(settings: CephSettings, fsid: string): string {
  const sections: Record<string, Section> = {
    global: clusterSection(settings, fsid),
    mon: monitorSection(settings),
    osd: storeSection(settings),
    ...gatewaySections(settings),
  };
  return Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    .join('\n');
}

function clusterSection({ directory, monitorPort }: CephSettings, fsid: string): Section {
  return {
    fsid,
    'mon host': `[v1:127.0.0.1:${monitorPort}]`,
    'mon initial members': 'a',
    'public network': '127.0.0.0/8',
    'cluster network': '127.0.0.0/8',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'run dir': join(directory, 'run'),
    'admin socket': join(directory, 'run', '$name.asok'),
    'pid file': join(directory, 'run', '$name.pid'),
    'log file': join(directory, 'log', '$name.log'),
    'crash dir': join(directory, 'log'),
    keyring: join(directory, 'keyring'),
    // One copy of everything, in as few groups as possible.
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'mon allow pool size one': true,
    'mon warn on pool no redundancy': false,
    'mon max pg per osd': 5000,
    'ms bind ipv6': false,
    'ms bind msgr2': false,
  };
}

function monitorSection({ directory }: CephSettings): Section {
  return {
    'mon data': join(directory, 'mon.a'),
    'mon cluster log file': join(directory, 'log', 'cluster.log'),
    'mon data avail crit': 1,
    'mon data avail warn': 1,
    // A single monitor does not need to batch its decisions.
    'paxos propose interval': 0.01,
    'paxos min wait': 0.01,
    'mon memory target': 134_217_728,
    'mon memory autotune': false,
  };
}

function storeSection({ directory, durable }: CephSettings): Section {
  return {
    'osd data': join(directory, 'osd.0'),
    'osd objectstore': durable ? 'bluestore' : 'memstore',
    'osd memory target': 939_524_096,
    'memstore device bytes': OBJECT_STORE_BYTES,
    'bluestore block size': OBJECT_STORE_BYTES,
    'bluestore block create': true,
    'osd class load list': '*',
    'osd class default list': '*',
    'osd heartbeat grace': 120,
    // Set once. Setting it again at each start can happen before the monitor has identified itself.
    'osd crush update on start': false,
    'osd class update on start': false,
  };
}

function gatewaySections({ directory, port, host = '127.0.0.1', topicsPort }: CephSettings): Record<string, Section> {
  // Accepts customer-provided keys without TLS, as behind a proxy that terminates it, so that uploaders can try the same here.
  const gateway = { 'rgw data': directory, 'rgw crypt require ssl': false, 'log to stderr': false };
  const uploads = {
    ...gateway,
    'rgw frontends': `beast endpoint=${host}:${port}`,
    'rgw enable apis': 's3',
    'rgw thread pool size': 32,
    'pid file': join(directory, 'run', 'rgw.pid'),
  };
  if (topicsPort === undefined) return { 'client.rgw': uploads };
  const topics = {
    ...gateway,
    'rgw frontends': `beast endpoint=${host}:${topicsPort}`,
    'rgw enable lc threads': false,
    'rgw enable gc threads': false,
    'pid file': join(directory, 'run', 'topics.pid'),
  };
  return { 'client.rgw': uploads, 'client.topics': topics };
}

/** The port of S3 in such a configuration. */
export const portOf = (configuration: string) => portIn(configuration, 'client.rgw');

export const topicsPortOf = (configuration: string) => portIn(configuration, 'client.topics');

function portIn(configuration: string, section: string): number | undefined {
  const [, found = ''] = configuration.split(`[${section}]\n`);
  const [, port] = /^rgw frontends = beast endpoint=[\d.]+:(\d+)$/m.exec(found) ?? [];
  return port === undefined ? undefined : Number(port);
}
