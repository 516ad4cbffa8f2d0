import type { Mail } from './mail.ts';

/** The recipient of a letter. */
export interface Addressee {
  email: string;
  name: string;
}

export interface Letter {
  subject: string;
  /** One line or several. A link is on a line of its own. */
  paragraphs: readonly string[];
}

/** The layout of every letter to a person: greeting, paragraphs, signature, with a blank line between them. */
export function letterTo({ email, name }: Addressee, { subject, paragraphs }: Letter): Mail {
  return { to: email, subject, text: `${[`Hello ${name},`, ...paragraphs, 'Business Onboarding'].join('\n\n')}\n` };
}
