import { z } from 'zod';
import { forRoles, required, setting } from '../setting.ts';

const MAIL = ['mail'] as const;

export const mailSettings = {
  SMTP_URL: setting({
    type: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }),
    meaning: 'URL of the mail server, `smtp://user:password@host:587` or `smtps://...`',
    readBy: { worker: forRoles(MAIL, required) },
    secret: true,
    example: 'smtp://onboarding:...@mail.internal:587',
  }),
  MAIL_FROM: setting({
    type: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: 'must be an e-mail address, such as Onboarding <no-reply@example.com>' }),
    meaning: 'the sender of mails',
    readBy: { worker: forRoles(MAIL, required) },
    example: 'Onboarding <no-reply@example.com>',
  }),
};
