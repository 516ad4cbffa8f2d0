// The names and ports of the network in which the guide is followed. Most are those that the guide itself takes as examples.
import type { Authority } from '../../../scripts/certificate-authority.ts';

export interface Place {
  folder: string;
  authority: Authority;
  /** What the operator runs, before and after a person of the partner has registered the receiver. */
  blocks: { operators: string[]; partners: string[] };
}

/** Of the internet, so that production sends webhooks there; in its own network this machine has it. */
export const RECEIVER_ADDRESS = '45.33.32.156';
/** Not under .example: production refuses such a receiver. */
export const RECEIVER = 'hooks.acme-marketplace.com';

export const PORTS = {
  database: 5432,
  mail: 587,
  clamd: 3310,
  gateway: 7480,
  topics: 7481,
  monitor: 7482,
  /** TLS before the gateways and the screening provider. */
  servers: 9443,
  /** 443 is the proxy's, on every address. */
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
