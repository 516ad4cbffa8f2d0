// The mail to an analyst whose proposal a colleague has sent back. Analysts cannot read each other's addresses, so a worker
// writes it.
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { findStaffAddress } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { sendLetter } from '../mails/index.ts';

export const SENT_BACK_QUEUE = 'reviews.sent-back';

const jobShape = z.object({ accountId: z.uuid(), link: z.url() });

/** Names no business, because a mail can be read in transit. An account that was disabled meanwhile gets none. */
export async function tellSentBack(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys'>,
  payload: unknown,
): Promise<void> {
  const { accountId, link } = jobShape.parse(payload);
  const address = await findStaffAddress(tx, accountId);
  if (address === undefined) return;
  await sendLetter(
    tx,
    context,
    { ...address, partnerId: undefined },
    {
      subject: 'A colleague sent your proposal back',
      paragraphs: [
        'A colleague disagrees with a decision that you proposed, and wrote a note about it. The package is yours again. Read the note, then decide again:',
        link,
      ],
    },
  );
}
