// Whether a token is issued, and whether the API accepts it.
import type { Settings } from '../profiles/settings.ts';
import { isRefusal, requestToken } from '../profiles/tokens.ts';
import { COUNTRIES, connectionFault, errorCodeOf, get } from './reach.ts';
import { fault, good, type Verdict, warning } from './verdict.ts';

const NEEDED = ['partner.read', 'partner.write'];

export async function checkToken(
  settings: Settings,
  privateKey: string,
  signal: AbortSignal,
): Promise<{ verdict: Verdict; token?: string }> {
  const about = 'token';
  try {
    const { token, scope } = await requestToken(settings, privateKey, { signal });
    const missing = NEEDED.filter((one) => !scope.split(' ').includes(one));
    const verdict =
      missing.length === 0
        ? good(about, `issued, with ${scope.replaceAll(' ', ' and ')}`)
        : warning(about, `issued, without ${missing.join(' and ')}`, 'Contact us if you need this scope.');
    return { verdict, token };
  } catch (thrown) {
    if (!isRefusal(thrown)) return { verdict: connectionFault(about, settings.tokenEndpoint, thrown) };
    return {
      verdict: fault(
        about,
        `refused for ${settings.clientId}${thrown.requestId === undefined ? '' : ` (request ${thrown.requestId})`}: the certificate of this key is not registered, has expired or was revoked, or the client id is wrong`,
        'In the portal, under API credentials, check the client id and the certificates. The log of token requests there shows the exact reason.',
      ),
    };
  }
}

export async function checkAccess({ api, issuer }: Settings, token: string, signal: AbortSignal): Promise<Verdict> {
  const about = 'access';
  const { status, body } = await get(`${api}${COUNTRIES}`, signal, { authorization: `Bearer ${token}` });
  if (status === 200) return good(about, 'the API accepts the token');
  const code = errorCodeOf(body) ?? String(status);
  if (status === 401) {
    const cure = 'The API and the issuer belong to different environments: copy both from the same portal.';
    return fault(about, `the API does not accept tokens from ${issuer} (${code})`, cure);
  }
  if (status === 403)
    return fault(about, `the API refuses this partner (${code})`, 'Your partner account is not active: contact us.');
  return fault(about, `the API answers ${status} (${code})`, 'Retry in a minute.');
}
