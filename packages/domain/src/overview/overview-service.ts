import type { Certificate, Overview, TokenRequest } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { countPartnerAdmins } from '../accounts/index.ts';
import { findLastRefusal, listCertificates } from '../credentials/index.ts';
import { hasCustomers } from '../profiles/index.ts';
import { findEndpoint } from '../webhooks/index.ts';

type Endpoint = Awaited<ReturnType<typeof findEndpoint>>;
type Read = [Certificate[], TokenRequest | undefined, boolean, Endpoint, number];

/** A few reads by index, regardless of the size of the partner. */
export async function readOverview(tx: Tx, partnerId: string, now: Date): Promise<Overview> {
  const [certificates, refusal, exists, endpoint, admins] = await settled<Read>([
    listCertificates(tx, partnerId, now),
    findLastRefusal(tx, partnerId),
    hasCustomers(tx, partnerId),
    findEndpoint(tx, partnerId),
    countPartnerAdmins(tx, partnerId),
  ]);
  const active = certificates.filter(({ status }) => status === 'Active');
  return {
    credential: {
      active: active.length,
      expiring: active
        .filter(({ expiryWarning }) => expiryWarning !== null)
        .sort((one, other) => one.notAfter.localeCompare(other.notAfter)),
    },
    token: { lastIssuedAt: lastUse(certificates), lastRefusal: refusal ?? null },
    business: { exists },
    webhook: {
      status: endpoint?.status ?? 'NotRegistered',
      lastSuccessAt: endpoint?.lastSuccessAt?.toISOString() ?? null,
    },
    team: { admins },
  };
}

/** The last use of a certificate is kept longer than the log of token requests. */
function lastUse(certificates: readonly Certificate[]): string | null {
  const uses = certificates.flatMap(({ lastUsedAt }) => (lastUsedAt === null ? [] : [lastUsedAt]));
  return uses.sort().at(-1) ?? null;
}
