// Sets up a second factor, for invitations and for accounts.
import { type ShownFactor, totpUri } from '@onboarding/domain/accounts';
import type { FastifyRequest } from 'fastify';
import { toString as drawQr } from 'qrcode';
import { z } from 'zod';
import { fieldOf } from './forms.ts';
import type { Pages } from './pages.ts';
import { type EnrolmentContent, enrolmentView } from './views/link-views.ts';
import type { PageContent, Problem } from './views/page.ts';

/** State that the page keeps until the new factor is verified. */
export const draftShape = z.object({ secret: z.string(), challenge: z.string() });

export interface Enrolment extends Omit<EnrolmentContent, 'app'> {
  /** Undefined if no authenticator app is offered here. */
  secret: string | undefined;
  email: string;
}

export async function enrolment({ secret, email, ...content }: Enrolment): Promise<PageContent> {
  const app = secret === undefined ? undefined : { secret, qr: await qrOf(totpUri(secret, email)) };
  return enrolmentView({ ...content, app });
}

function qrOf(text: string): Promise<string> {
  return drawQr(text, { type: 'svg', margin: 3, errorCorrectionLevel: 'M' });
}

export function shownFactor(pages: Pages, request: FastifyRequest, draft: z.infer<typeof draftShape>): ShownFactor {
  const { secret, challenge } = draft;
  return fieldOf(request, 'kind') === 'Passkey'
    ? { kind: 'Passkey', site: pages.site, challenge, answer: fieldOf(request, 'answer') }
    : { kind: 'Totp', secret, code: fieldOf(request, 'code') };
}

export function wrongFactor(kind: ShownFactor['kind']): Problem {
  return kind === 'Passkey'
    ? {
        text: 'The passkey could not be set up. Try again, or use another key. Each key works with one account only.',
      }
    : {
        text: 'The code is wrong. Type the code that the app shows now, and check that the clock of your device is correct.',
        field: 'code',
      };
}
