/** Where a Ceph of the stack or of a test lies, and how it is told to be as small as it can be. */
import { join } from 'node:path';

export interface CephSettings {
  readonly directory: string;
  /** S3 answers here. */
  readonly port: number;
  readonly monitorPort: number;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Of the user that may only upload, which signs links. */
  readonly links: { readonly accessKey: string; readonly secretKey: string };
  /** False keeps objects in memory only: quick, and gone with the process. */
  readonly durable: boolean;
}

/** Who they are in policies. */
export const CEPH_USERS = {
  links: 'arn:aws:iam:::user/onboarding-links',
  services: ['arn:aws:iam:::user/onboarding'],
} as const;

const OBJECT_STORE_BYTES = 8 * 1024 ** 3;

/** One monitor, one store, one gateway; nobody else can reach them, so that they need not prove who they are. */
export function cephConfiguration({ directory, port, monitorPort, durable }: CephSettings, fsid: string): string {
  const sections: Record<string, Record<string, string | number | boolean>> = {
    global: {
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
      // One copy of everything, in as few groups as there can be.
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
    },
    mon: {
      'mon data': join(directory, 'mon.a'),
      'mon cluster log file': join(directory, 'log', 'cluster.log'),
      'mon data avail crit': 1,
      'mon data avail warn': 1,
      // Decisions of a single monitor need not be gathered.
      'paxos propose interval': 0.01,
      'paxos min wait': 0.01,
      'mon memory target': 134_217_728,
      'mon memory autotune': false,
    },
    osd: {
      'osd data': join(directory, 'osd.0'),
      'osd objectstore': durable ? 'bluestore' : 'memstore',
      'osd memory target': 939_524_096,
      'memstore device bytes': OBJECT_STORE_BYTES,
      'bluestore block size': OBJECT_STORE_BYTES,
      'bluestore block create': true,
      'osd class load list': '*',
      'osd class default list': '*',
      'osd heartbeat grace': 120,
      // It is told its place once. Telling it again at each start can come before the monitor has said who it is.
      'osd crush update on start': false,
      'osd class update on start': false,
    },
    'client.rgw': {
      'rgw data': directory,
      'rgw frontends': `beast endpoint=127.0.0.1:${port}`,
      'rgw thread pool size': 32,
      // As behind TLS: what uploaders may ask for there they can try here.
      'rgw crypt require ssl': false,
      'log to stderr': false,
      'pid file': join(directory, 'run', 'rgw.pid'),
    },
  };
  return Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    .join('\n');
}

/** Where S3 answers, as such a configuration says. */
export function portOf(configuration: string): number | undefined {
  const [, port] = /^rgw frontends = beast endpoint=127\.0\.0\.1:(\d+)$/m.exec(configuration) ?? [];
  return port === undefined ? undefined : Number(port);
}
