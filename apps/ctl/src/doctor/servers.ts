// Storage, scanner, mail, Redis, issuer and screening.
import { askScannerVersion, createScanner, ScannerUnavailable } from '@onboarding/platform/clamd';
import { pingRedis } from '@onboarding/platform/limits';
import { type MailerSettings, MailNotSent, openMailer } from '@onboarding/platform/mail';
import { inspectStorage, type StorageOptions } from '@onboarding/platform/s3';
import { openScreening, ScreeningFailure, type ScreeningSettings } from '@onboarding/platform/screening';
import { z } from 'zod';
import { type Check, fault, good, warning } from './check.ts';

/** ClamAV publishes signatures every day. */
const STALE_DAYS = 3;
const DAY_MS = 86_400_000;
const CLOCK_MS = 5_000;
/** In two halves, so that no scanner reports this file. */
const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export function storageCheck(who: string, options: StorageOptions, consoleOrigin: string | undefined): Check {
  return {
    about: `storage of ${who} (S3_ENDPOINT)`,
    async look(signal) {
      const lacks = await inspectStorage(options, consoleOrigin, signal);
      if (lacks.length > 0) return lacks.map(({ problem, cure }) => fault(problem, cure));
      const links = options.links === undefined ? '' : ', the key of links can only upload';
      return [good(`all three buckets, versions, policies and public access blocks in place${links}`)];
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
          return [fault('does not find the test virus', 'Check its signatures and its configuration.')];
        const cure = 'Let freshclam update them every day, and restart clamd if it does not reload.';
        if (signaturesAt === undefined) return [warning(`${engine} has no signatures of ClamAV's own`, cure)];
        const days = Math.floor((Date.now() - signaturesAt.getTime()) / DAY_MS);
        if (days > STALE_DAYS) return [fault(`its signatures are ${days} days old`, cure)];
        return [good(`${engine}, signatures of ${signaturesAt.toISOString().slice(0, 10)}, finds the test virus`)];
      } catch (error) {
        if (!(error instanceof ScannerUnavailable)) throw error;
        return [fault(error.message, 'Check CLAMD_HOST and CLAMD_PORT, TCPSocket in clamd.conf, and that clamd runs.')];
      }
    },
  };
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const MAIL_CURES: Record<string, string> = {
  EAUTH: 'Correct user and password in SMTP_URL.',
  ETLS: 'Give the mail server a certificate: outside development no mail leaves without TLS.',
  EDNS: 'Correct the host in SMTP_URL.',
};

export function mailCheck(settings: MailerSettings): Check {
  return {
    about: 'mail server of the worker (SMTP_URL)',
    async look() {
      const mailer = openMailer(settings);
      try {
        await mailer.verify();
        return [good(`greets${settings.requireTls ? ', encrypts' : ''} and accepts the sign-in`)];
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error;
        const [kind = ''] = error.code.split(' ');
        const cure = MAIL_CURES[kind] ?? 'Check host and port in SMTP_URL, and that the server runs.';
        return [fault(`refuses mail (${error.code})`, cure)];
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
        : 'Check REDIS_URL, and that Redis runs. Without it requests are not limited.';
      return [fault(`does not answer (${failure})`, cure)];
    },
  };
}

const jwksSchema = z.object({ keys: z.array(z.object({ kid: z.string() })).min(1) });

export function keysCheck(url: string): Check {
  return {
    about: 'keys of the issuer (TOKEN_JWKS_URL)',
    async look(signal) {
      const answer = await fetch(url, { signal, redirect: 'error' }).catch(() => undefined);
      if (answer === undefined) {
        return [
          fault('cannot be reached', 'Check TOKEN_JWKS_URL, name servers, certificates, and that identity runs.'),
        ];
      }
      const keys = jwksSchema.safeParse(await answer.json().catch(() => undefined));
      if (answer.status !== 200 || !keys.success) {
        const found = `answers ${answer.status} and no keys`;
        return [fault(found, "Correct TOKEN_JWKS_URL; identity's own keys are at /oauth2/jwks.")];
      }
      const date = Date.parse(answer.headers.get('date') ?? '');
      // The header has whole seconds.
      const apart = Math.abs(Date.now() - date);
      if (apart > CLOCK_MS + 1_000) {
        const found = `its clock is ${Math.round(apart / 1000)} s from this machine's: tokens are refused`;
        return [fault(found, 'Let both follow the same time servers (chrony, systemd-timesyncd).')];
      }
      return [good(`${keys.data.keys.length} public keys`)];
    },
  };
}

export function issuerCheck(setting: string, issuer: string): Check {
  return {
    about: `sign-in (${setting})`,
    async look(signal) {
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal }).catch(() => undefined);
      if (answer === undefined) return [fault('cannot be reached', `Check ${setting}, and that the provider runs.`)];
      const named = z.object({ issuer: z.string() }).safeParse(await answer.json().catch(() => undefined));
      if (!named.success) return [fault('is no OpenID provider', `Correct ${setting}.`)];
      if (named.data.issuer.replace(/\/+$/, '') !== issuer) {
        return [fault(`calls itself ${named.data.issuer}`, `Let ${setting} say exactly that.`)];
      }
      return [good('describes itself')];
    },
  };
}

const NOBODY = { kind: 'Organisation', name: 'Onboarding connection test', birthDate: null, countries: [] } as const;

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
        const cure =
          error.kind === 'NotLoaded'
            ? 'Wait until it has loaded its lists, and check SCREENING_DATASET.'
            : 'Check SCREENING_URL, and that the provider runs.';
        return [fault(`${provider.name} gives no certain answer (${error.kind})`, cure)];
      } finally {
        await provider.close();
      }
    },
  };
}
