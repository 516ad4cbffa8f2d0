import { QUEUE_LIMITS, type QueueChoices } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { listFirstPartners } from '../../partners/index.ts';
import { getBusinessTypes, getCountries } from '../../requirements/index.ts';

/** The values by which the queue can be filtered. */
export async function readQueueChoices(tx: Tx, { catalogue }: Pick<Context, 'catalogue'>): Promise<QueueChoices> {
  const partners = await listFirstPartners(tx, QUEUE_LIMITS.partners);
  const current = await catalogue.current();
  return {
    countries: getCountries(current).map(({ countryCode: country, name }) => ({ country, name })),
    businessTypes: getBusinessTypes(current).map(({ businessTypeCode }) => ({ businessTypeCode })),
    partners: partners.map(({ partnerId, name }) => ({ partnerId, name })),
  };
}
