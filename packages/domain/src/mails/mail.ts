import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same text and links. Missing in mails queued by an older release. */
  html?: string | undefined;
}

const mailShape = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });
const jobShape = z.object({ mailId: z.uuid(), sealed: z.base64() });

const boundTo = (mailId: string) => `mail ${mailId}`;

export interface SealedMail {
  mailId: string;
  sealed: string;
}

/** A mail names a person and often contains a sign-in link, so its job stores it encrypted. */
export function sealMail(keys: KeyRing, mailId: string, mail: Mail): SealedMail {
  return { mailId, sealed: keys.seal('mail', JSON.stringify(mail), boundTo(mailId)).toString('base64') };
}

/** Encrypts with the ring's current key. */
export function resealMail(keys: KeyRing, payload: SealedMail): string {
  const { mailId, ...mail } = openMail(keys, payload);
  return sealMail(keys, mailId, mail).sealed;
}

export function openMail(keys: KeyRing, payload: unknown): Mail & { mailId: string } {
  const { mailId, sealed } = jobShape.parse(payload);
  const plain = keys.unseal('mail', Buffer.from(sealed, 'base64'), boundTo(mailId)).toString();
  return { mailId, ...mailShape.parse(JSON.parse(plain)) };
}
