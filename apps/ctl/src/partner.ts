// Finds a partner by id, client id or name.
import type { OperatedPartner } from '@onboarding/contract';
import { findPartnersCalled } from '@onboarding/domain/partners';
import type { Tx } from '@onboarding/platform/postgres';
import { CommandRefused } from './failure.ts';

/** The help text for arguments that name a partner. */
export const PARTNER = 'its id, client id or full name';

export async function getPartner(tx: Tx, called: string): Promise<OperatedPartner> {
  const found = await findPartnersCalled(tx, called);
  const [partner] = found;
  if (partner === undefined) {
    throw new CommandRefused(
      `There is no partner ${JSON.stringify(called)}. Give ${PARTNER}; "onboardingctl partners list" shows them all.`,
    );
  }
  if (found.length > 1) {
    const ids = found.map(({ partnerId }) => `  ${partnerId}`);
    throw new CommandRefused([`Several partners have this name. Give the id of one of them:`, ...ids].join('\n'));
  }
  return partner;
}
