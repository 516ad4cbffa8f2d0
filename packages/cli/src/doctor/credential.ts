// The profile, the key and the certificate: what is stored on this machine.
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { toTime } from '../output/layout.ts';
import { isExposed } from '../profiles/profile-file.ts';
import { completeSettings, type FoundSettings, type Settings } from '../profiles/settings.ts';
import { isRefusal, requestToken } from '../profiles/tokens.ts';
import { COUNTRIES, connectionFault, errorCodeOf, get } from './reach.ts';
import { fault, good, skipped, type Verdict, warning } from './verdict.ts';

const LEAST_BITS = 2048;
const MOST_DAYS = 825;
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

export async function checkProfile(found: FoundSettings): Promise<{ verdicts: Verdict[]; settings?: Settings }> {
  const { file, profile } = found;
  const exposed = await isExposed(file).catch(() => false);
  const verdicts = exposed
    ? [fault('profile', `${file} contains a secret and can be read by other users`, `Run: chmod 600 ${file}`)]
    : [];
  try {
    const settings = completeSettings(found);
    if (!exposed) verdicts.push(good('profile', `"${profile}": ${settings.clientId} at ${settings.api}`));
    return { verdicts, settings };
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const [problem = '', cure = ''] = said.split(/: (?=run |use |pass )/);
    return { verdicts: [...verdicts, fault('profile', problem, capitalised(cure))] };
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface CheckedKey {
  verdicts: Verdict[];
  /** Undefined if the key cannot sign. */
  pem?: string;
}

export async function checkKey(found: FoundSettings, read: () => Promise<string>): Promise<CheckedKey> {
  const file = found.privateKey === undefined ? found.keyFile : undefined;
  const where = file ?? 'the environment';
  let pem: string;
  let key: KeyObject;
  try {
    pem = await read();
  } catch (thrown) {
    const [problem = '', cure = ''] = (thrown instanceof Error ? thrown.message : '').split(': ');
    return { verdicts: [fault('key', problem, `${capitalised(cure)} "onboarding init" creates a new one.`)] };
  }
  try {
    key = createPrivateKey(pem);
  } catch {
    const cure = pem.includes('BEGIN CERTIFICATE')
      ? 'This is the certificate. Name the file with the private key.'
      : 'It must be in PEM format (BEGIN PRIVATE KEY) without a passphrase. "onboarding init" creates one.';
    return { verdicts: [fault('key', `${where} contains no usable private key`, cure)] };
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS) {
    const kind = key.asymmetricKeyType === 'rsa' ? `RSA with ${bits} bits` : key.asymmetricKeyType;
    return {
      verdicts: [
        fault(
          'key',
          `it is ${kind}`,
          `It must be RSA with at least ${LEAST_BITS} bits: run "onboarding init --new-key".`,
        ),
      ],
    };
  }
  const exposed = file !== undefined && file !== '-' && (await isExposed(file).catch(() => false));
  if (exposed) return { verdicts: [fault('key', `${file} can be read by other users`, `Run: chmod 600 ${file}`)], pem };
  return { verdicts: [good('key', `RSA with ${bits} bits, in ${where}`)], pem };
}

export async function checkCertificate(
  { certificateFile, profile }: FoundSettings,
  pem: string | undefined,
  now: Date,
): Promise<Verdict> {
  const about = 'certificate';
  if (certificateFile === undefined)
    return skipped(about, 'the profile names no certificate file; the portal shows what is registered');
  const text = await readFile(certificateFile, 'utf8').catch(() => undefined);
  if (text === undefined)
    return warning(
      about,
      `${certificateFile} cannot be read`,
      'Only its registration matters; download it from the portal.',
    );
  const renewal = `Run "onboarding init --env ${profile} --new-key" and register the new certificate.`;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch {
    return fault(about, `${certificateFile} is not a certificate in PEM format`, renewal);
  }
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  const days = Math.floor((to.getTime() - now.getTime()) / DAY_MS);
  if (pem !== undefined && !isOfKey(certificate, pem))
    return fault(
      about,
      'it belongs to another key',
      'Use the key that it was created with (--key), or create a new pair: onboarding init --new-key.',
    );
  if (from > now)
    return fault(about, `it is not valid until ${toTime(from)}`, 'Set the clock of this machine, or wait.');
  if (to <= now) return fault(about, `it expired on ${toTime(to)}`, renewal);
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
    return fault(about, `it is valid for more than ${MOST_DAYS} days, so the portal refuses it`, renewal);
  if (days < SOON_DAYS) return warning(about, `it expires on ${toTime(to)}`, renewal);
  return good(about, `matches the key, valid until ${toTime(to)}`);
}

function isOfKey(certificate: X509Certificate, pem: string): boolean {
  const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
  return spki(certificate.publicKey).equals(spki(createPublicKey(pem)));
}

// Whether a token is issued, and whether the API accepts it.

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
        'In the portal, under API credentials, compare the client id first: a request with an unknown one appears in no log. Any other reason, such as the certificate, is in the log of token requests there.',
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
