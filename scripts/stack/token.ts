import { mintToken } from '../dev-issuer.ts';
import { StackFailure } from './failure.ts';
import { tokenAudience } from './services.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment, type StackEnvironment } from './state-files.ts';

type Partner = StackEnvironment['partners'][number];

/** An access token for a partner named by its id, its client id or the beginning of its name. */
export async function tokenFor(settings: StackSettings, partnerName: string, scope: string): Promise<string> {
  const environment = await readEnvironment(settings);
  const partner = choosePartner(environment.partners, partnerName);
  return mintToken(settings.issuerDirectory, {
    // The address that the running API trusts, even when another port is set for the next start.
    issuer: environment.identity,
    audience: tokenAudience,
    clientId: partner.clientId,
    partnerId: partner.partnerId,
    scope,
  });
}

function choosePartner(partners: readonly Partner[], wanted: string): Partner {
  const sought = wanted.toLowerCase();
  const found = partners.filter(
    ({ partnerId, clientId, name }) =>
      partnerId === sought || clientId === sought || name.toLowerCase().startsWith(sought),
  );
  const [partner] = found;
  if (partner !== undefined && found.length === 1) return partner;
  const names = partners.map(({ name }) => name).join(', ');
  throw new StackFailure(
    `${partner === undefined ? 'No' : 'More than one'} partner fits "${wanted}": choose one of ${names}`,
  );
}
