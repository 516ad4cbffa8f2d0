// Names and ports of the network in which the guide is followed. Most are the guide's own examples.
import type { Authority } from '../../../scripts/certificate-authority.ts';

export interface Place {
  folder: string;
  authority: Authority;
  /** The blocks that are run before and after a user of the partner registers the receiver. */
  blocks: { operators: string[]; partners: string[] };
}

/** A public address, so that production sends webhooks there; inside the separate network it belongs to this machine. */
export const RECEIVER_ADDRESS = '45.33.32.156';
/** Not under .example, because production refuses such receivers. */
export const RECEIVER = 'hooks.acme-marketplace.com';

export const PORTS = {
  database: 5432,
  mail: 587,
  clamd: 3310,
  gateway: 7480,
  topics: 7481,
  monitor: 7482,
  /** TLS in front of the gateways and the screening provider. */
  servers: 9443,
  /** The proxy uses 443 on every address. */
  receiver: 8443,
} as const;

export const ADDRESSES = {
  identity: 'id.example.com',
  api: 'api.example.com',
  portal: 'portal.example.com',
  console: 'console.example.com',
  internal: 'onboarding.internal',
  database: 'db.internal',
  storage: 's3.example.com',
  topics: 'topics.s3.internal',
  screening: 'watchman.internal',
  mail: 'mail.example.com',
} as const;

export const KEYS = {
  accessKey: 'guideaccess',
  secretKey: 'guide-secret-guide-secret',
  links: { accessKey: 'guidelinks', secretKey: 'guide-links-guide-links' },
};

export const SUPERUSER_PASSWORD = '@superuser-password@';
