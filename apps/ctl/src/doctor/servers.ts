// Storage, scanner, mail, Redis, issuer and screening.
import { DAY_MS } from '@onboarding/contract';
import { type AnchorSettings, inspectAnchors } from '@onboarding/platform/anchors';
import { askScannerVersion, createScanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { pingRedis } from '@onboarding/platform/limits';
import { type MailerSettings, MailNotSent, openMailer } from '@onboarding/platform/mail';
import { inspectStorage, type StorageOptions } from '@onboarding/platform/s3';
import {
  openScreening,
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningSettings,
} from '@onboarding/platform/screening';
import { z } from 'zod';
import { toCount } from '../output.ts';
import { type Check, distrusted, type Finding, fault, good, warning } from './check.ts';

/** ClamAV publishes signatures every day. */
const STALE_DAYS = 3;
const CLOCK_MS = 5_000;
/** Split in two, so that no virus scanner reports this file. */
const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export function storageCheck(who: string, options: StorageOptions): Check {
  return {
    about: `storage of ${who} (S3_ENDPOINT)`,
    async look(signal) {
      const lacks = await inspectStorage(options, signal);
      if (lacks.length > 0) return lacks.map(({ problem, cure }) => fault(problem, cure));
      const links = options.links === undefined ? '' : '; the link key can only upload';
      return [good(`all three buckets, their versioning, policies and public access blocks are in place${links}`)];
    },
  };
}

export function scannerCheck(who: string, scanner: { host: string; port: number }): Check {
  return {
    about: `virus scanner of ${who} (CLAMD_HOST)`,
    async look() {
      try {
        const { engine, signaturesAt } = await askScannerVersion(scanner);
        const verdict = await createScanner(scanner).scan(bytesOf(TEST_VIRUS));
        if (verdict.clean)
          return [fault('does not detect the test virus', 'Check its signatures and its configuration.')];
        const cure = 'Have freshclam update them every day, and restart clamd if it does not reload them.';
        if (signaturesAt === undefined) return [warning(`${engine} has no official ClamAV signatures`, cure)];
        const days = Math.floor((Date.now() - signaturesAt.getTime()) / DAY_MS);
        if (days > STALE_DAYS) return [fault(`its signatures are ${days} days old`, cure)];
        return [good(`${engine}, signatures from ${signaturesAt.toISOString().slice(0, 10)}, detects the test virus`)];
      } catch (error) {
        if (!(error instanceof ScannerUnavailable)) throw error;
        return [
          fault(error.message, 'Check CLAMD_HOST and CLAMD_PORT, TCPSocket in clamd.conf, and that clamd is running.'),
        ];
      }
    },
  };
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const NOT_CONNECTED = ['connect', 'getaddrinfo'];
const PREPARE_ANCHORS =
  'Create it with "onboardingctl storage prepare", and check AUDIT_ANCHORS and the keys that may write there.';

export function anchorsCheck(settings: AnchorSettings): Check {
  return {
    about: 'statements about the audit trail (AUDIT_ANCHORS)',
    async look() {
      try {
        return [good(await inspectAnchors(settings))];
      } catch (error) {
        const why = error instanceof Error ? error.message : 'unknown';
        const isUnreachable =
          error instanceof Error && 'syscall' in error && NOT_CONNECTED.includes(String(error.syscall));
        const cure = isUnreachable
          ? 'Check AUDIT_ANCHORS, the network, and that the store is running.'
          : PREPARE_ANCHORS;
        return [distrusted(error) ?? fault(`cannot be stored (${why})`, cure)];
      }
    },
  };
}

const MAIL_CURES: Record<string, string> = {
  EAUTH: 'Correct the user and password in SMTP_URL.',
  ETLS: 'Give the mail server a certificate: outside development, mail is only sent over TLS.',
  EDNS: 'Correct the host in SMTP_URL.',
};

export function mailCheck(settings: MailerSettings): Check {
  return {
    about: 'mail server of the worker (SMTP_URL)',
    async look() {
      const mailer = openMailer(settings);
      try {
        await mailer.verify();
        return [good(`reachable${settings.requireTls ? ' over TLS' : ''}, sign-in accepted`)];
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error;
        const [kind = ''] = error.code.split(' ');
        const cure = MAIL_CURES[kind] ?? 'Check the host and port in SMTP_URL, and that the server is running.';
        return [distrusted(error) ?? fault(`cannot be used (${error.code})`, cure)];
      } finally {
        mailer.close();
      }
    },
  };
}

export function redisCheck(url: string): Check {
  return {
    about: 'Redis (REDIS_URL)',
    async look() {
      const failure = await pingRedis(url);
      if (failure === undefined) return [good('answers')];
      const cure = /WRONGPASS|NOAUTH/.test(failure)
        ? 'Correct the password in REDIS_URL.'
        : 'Check REDIS_URL, and that Redis is running. Without it, requests are not rate-limited.';
      return [distrusted(new Error(failure)) ?? fault(`does not answer (${failure})`, cure)];
    },
  };
}

const notFetched = (error: unknown, cure: string): Finding => distrusted(error) ?? fault('cannot be reached', cure);

/** What a proxy answers if nothing runs behind it. */
function unavailable({ status }: Response): Finding | undefined {
  if (![502, 503, 504].includes(status)) return undefined;
  const cure =
    'Check that the server behind this address is running, read its log, and check where the proxy in front of it sends requests.';
  return fault(`is unavailable (${status})`, cure);
}

const jwksSchema = z.object({ keys: z.array(z.object({ kid: z.string() })).min(1) });

export function keysCheck(url: string): Check {
  return {
    about: 'keys of the issuer (TOKEN_JWKS_URL)',
    async look(signal) {
      const answer = await fetch(url, { signal, redirect: 'error' }).catch((error: unknown) => error);
      if (!(answer instanceof Response))
        return [notFetched(answer, 'Check TOKEN_JWKS_URL, DNS, the proxy, and that identity is running.')];
      const down = unavailable(answer);
      if (down !== undefined) return [down];
      const keys = jwksSchema.safeParse(await answer.json().catch(() => undefined));
      if (answer.status !== 200 || !keys.success) {
        const found = `responds with ${answer.status} and no keys`;
        return [fault(found, 'Correct TOKEN_JWKS_URL; identity publishes its keys at /oauth2/jwks.')];
      }
      const date = Date.parse(answer.headers.get('date') ?? '');
      // The Date header has a resolution of one second.
      const apart = Math.abs(Date.now() - date);
      if (apart > CLOCK_MS + 1_000) {
        const found = `its clock differs from this machine's by ${Math.round(apart / 1000)} s: tokens are refused`;
        return [fault(found, 'Synchronise both with the same time servers (chrony, systemd-timesyncd).')];
      }
      return [good(toCount(keys.data.keys.length, 'public key'))];
    },
  };
}

export function issuerCheck(setting: string, issuer: string): Check {
  return {
    about: `sign-in (${setting})`,
    async look(signal) {
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal }).catch(
        (error: unknown) => error,
      );
      if (!(answer instanceof Response))
        return [notFetched(answer, `Check ${setting}, DNS, the proxy, and that the provider is running.`)];
      const down = unavailable(answer);
      if (down !== undefined) return [down];
      const named = z.object({ issuer: z.string() }).safeParse(await answer.json().catch(() => undefined));
      if (!named.success) return [fault('is not an OpenID provider', `Correct ${setting}.`)];
      if (named.data.issuer.replace(/\/+$/, '') !== issuer) {
        return [fault(`identifies itself as ${named.data.issuer}`, `Set ${setting} to exactly that.`)];
      }
      return [good('publishes its configuration')];
    },
  };
}

const NOBODY = { kind: 'Organisation', name: 'Onboarding connection test', birthDate: null, countries: [] } as const;

const SCREENING_FAILS: Record<ScreeningFailureKind, string> = {
  Unreachable: 'cannot be reached',
  Timeout: 'does not answer in time',
  Stopped: 'does not answer in time',
  Status: 'answers with an error',
  TooLarge: 'sends an answer that is too large',
  NotUnderstood: 'sends an answer that is not understood',
  NotLoaded: 'has not loaded its lists',
};

export function screeningCheck(settings: ScreeningSettings): Check {
  return {
    about: 'screening (SCREENING_URL)',
    async look(signal) {
      const provider = openScreening(settings);
      try {
        await provider.screen(NOBODY, signal);
        return [good(`${provider.name} answers`)];
      } catch (error) {
        if (!(error instanceof ScreeningFailure)) throw error;
        const untrusted = distrusted(error);
        if (untrusted !== undefined) return [untrusted];
        const cure =
          error.kind === 'NotLoaded'
            ? 'Wait until it has loaded its lists, and check SCREENING_DATASET.'
            : 'Check SCREENING_URL, and that the provider is running.';
        return [fault(`${provider.name} ${SCREENING_FAILS[error.kind]}`, cure)];
      } finally {
        await provider.close();
      }
    },
  };
}
