// Which checks to run, from the settings each service would start with. Servers shared by several services are checked once.
import { readStatus } from '@onboarding/database';
import { explainDatabaseDistrust } from '@onboarding/platform/trust';
import {
  ANCHOR_SETTINGS,
  checkSettings,
  type Environment,
  type GivenSettings,
  inspectApi,
  inspectCommand,
  inspectIdentity,
  inspectWorker,
  type Reader,
  readForCommand,
  storageOptions,
  toAnchorSettings,
  toScreeningSettings,
} from '@onboarding/settings';
import { type Check, fault, good, warning } from './check.ts';
import { countriesCheck, databaseCheck, unreachable } from './database.ts';
import {
  anchorsCheck,
  issuerCheck,
  keysCheck,
  mailCheck,
  redisCheck,
  scannerCheck,
  screeningCheck,
  storageCheck,
} from './servers.ts';

/** Checks with the same `key` run once. */
type Planned = Check & { key: string };

export function checksFor(given: readonly GivenSettings[], environment: Environment): Check[] {
  const planned = given.flatMap(({ service, environment: own }) => PLANS[service](own));
  const shared = planned.filter(({ key }, index) => planned.findIndex((other) => other.key === key) === index);
  return [settingsCheck(given), ...rehearsalChecks(given), ...migrationChecks(environment), ...shared];
}

const PLANS: Record<Reader, (environment: Environment) => Planned[]> = {
  api(environment) {
    const { values } = inspectApi(environment);
    const { TOKEN_JWKS_URL: jwks, TOKEN_ISSUER, SIGN_IN_ISSUER, PORTAL_URL, CONSOLE_URL } = values;
    const signsIn = PORTAL_URL !== undefined || CONSOLE_URL !== undefined;
    const [issuerSetting, issuer] =
      SIGN_IN_ISSUER === undefined ? ['TOKEN_ISSUER', TOKEN_ISSUER] : ['SIGN_IN_ISSUER', SIGN_IN_ISSUER];
    return [
      ...databases('the API', values, {
        DATABASE_URL: 'onboarding_app',
        STAFF_DATABASE_URL: 'onboarding_staff',
        OPERATIONS_DATABASE_URL: 'onboarding_operations',
      }),
      ...countries(values),
      ...storage('the API', values),
      ...scanner('the API', values),
      ...redis(values),
      ...when(jwks, (url) => keyed('jwks', keysCheck(url))),
      ...when(signsIn ? issuer : undefined, (url) => keyed('issuer', issuerCheck(issuerSetting, url))),
    ];
  },
  identity(environment) {
    const { values } = inspectIdentity(environment);
    return [
      ...databases('identity', values, { DATABASE_URL: 'onboarding_identity' }),
      ...countries(values),
      ...redis(values),
    ];
  },
  worker(environment) {
    const { values, faults } = inspectWorker(environment);
    const { ENVIRONMENT, SMTP_URL: url, MAIL_FROM: from = '', SCREENING_PROVIDER: provider } = values;
    const isFaulty = (start: string) => faults.some(({ name }) => name.startsWith(start));
    const screens =
      provider === undefined || isFaulty('SCREENING_') ? undefined : { ...values, SCREENING_PROVIDER: provider };
    const anchors =
      isFaulty('AUDIT_ANCHORS') || isFaulty('S3_')
        ? undefined
        : toAnchorSettings(readForCommand(ANCHOR_SETTINGS, environment));
    return [
      ...databases('the worker', values, { DATABASE_URL: 'onboarding_worker', STAFF_DATABASE_URL: 'onboarding_staff' }),
      ...countries(values),
      ...storage('the worker', values),
      ...scanner('the worker', values),
      ...when(anchors, (settings) => keyed('anchors', anchorsCheck(settings))),
      ...when(url, (smtp) => keyed('mail', mailCheck({ url: smtp, from, requireTls: ENVIRONMENT !== 'development' }))),
      ...when(screens, (chosen) => keyed('screening', screeningCheck(toScreeningSettings(chosen)))),
    ];
  },
  ctl(environment) {
    const { values } = inspectCommand(environment);
    return [
      ...databases('onboardingctl', values, { OPERATIONS_DATABASE_URL: 'onboarding_operations' }),
      ...storage('onboardingctl', values),
    ];
  },
};

const keyed = (key: string, check: Check): Planned => ({ ...check, key });

function when<T>(value: T | undefined, plan: (value: T) => Planned): Planned[] {
  return value === undefined ? [] : [plan(value)];
}

function databases(who: string, values: object, roles: Record<string, string>): Planned[] {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.entries(roles).flatMap(([setting, role]) => {
    const url = given.get(setting);
    return typeof url === 'string' ? [keyed(`${role} ${url}`, databaseCheck(who, { setting, url, role }))] : [];
  });
}

/** Processes require the decisions only in production. */
function countries({ ENVIRONMENT, DATABASE_URL: url }: { ENVIRONMENT?: string; DATABASE_URL?: string }): Planned[] {
  return when(ENVIRONMENT === 'production' ? url : undefined, (own) => keyed('countries', countriesCheck(own)));
}

function storage(who: string, values: Partial<Parameters<typeof storageOptions>[0]>): Planned[] {
  const {
    S3_BUCKET,
    S3_KEPT_BUCKET,
    S3_QUARANTINE_BUCKET,
    S3_REGION = 'us-east-1',
    S3_ENDPOINT,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
    REHEARSAL = false,
  } = values;
  if (S3_BUCKET === undefined || S3_KEPT_BUCKET === undefined || S3_QUARANTINE_BUCKET === undefined) return [];
  const own = {
    S3_ENDPOINT,
    S3_REGION,
    S3_BUCKET,
    S3_KEPT_BUCKET,
    S3_QUARANTINE_BUCKET,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
    REHEARSAL,
  };
  const options = storageOptions({ ...values, ...own });
  return [keyed(JSON.stringify(['storage', own]), storageCheck(who, options))];
}

function scanner(
  who: string,
  { CLAMD_HOST: host, CLAMD_PORT: port = 3310 }: Partial<{ CLAMD_HOST: string | undefined; CLAMD_PORT: number }>,
): Planned[] {
  return when(host, (name) => keyed(`clamd ${name}:${port}`, scannerCheck(who, { host: name, port })));
}

function redis({ REDIS_URL: url }: { REDIS_URL?: string | undefined }): Planned[] {
  return when(url, (address) => keyed(`redis ${address}`, redisCheck(address)));
}

/** Without valid settings a service does not start, even if all servers are healthy. */
function settingsCheck(given: readonly GivenSettings[]): Check {
  return {
    about: 'settings',
    async look() {
      const findings = checkSettings(given).map(({ kind, services, name, problem, cure }) =>
        (kind === 'fault' ? fault : warning)(`${services.join(', ')}: ${name} ${problem}`, cure),
      );
      return findings.length === 0 ? [good('complete and consistent')] : findings;
    },
  };
}

/** An operator who does not expect it must notice: a service that rehearses does not do its work. */
function rehearsalChecks(given: readonly GivenSettings[]): Check[] {
  const rehearsing = given.filter(
    ({ service, environment }) => INSPECT[service](environment).values.REHEARSAL === true,
  );
  if (rehearsing.length === 0) return [];
  const found = `this is a rehearsal of a restore: no mails, webhooks, screenings or changes to the storage (${rehearsing.map(({ service }) => service).join(', ')})`;
  const cure = 'If this is the real service, remove REHEARSAL and restart every process.';
  return [{ about: 'rehearsal (REHEARSAL)', look: async () => [warning(found, cure)] }];
}

const INSPECT = { api: inspectApi, identity: inspectIdentity, worker: inspectWorker, ctl: inspectCommand };

/** Only operators have the connection that can read the migrations. */
function migrationChecks(environment: Environment): Check[] {
  if (!['', '_FILE'].some((end) => environment[`MIGRATION_DATABASE_URL${end}`] !== undefined)) return [];
  return [migrationCheck(readForCommand(['MIGRATION_DATABASE_URL'], environment).MIGRATION_DATABASE_URL)];
}

function migrationCheck(ownerUrl: string): Check {
  return {
    about: 'migrations (MIGRATION_DATABASE_URL)',
    explain: explainDatabaseDistrust,
    async look() {
      const status = await readStatus(ownerUrl).catch((error: unknown) => unreachable(error, 'MIGRATION_DATABASE_URL'));
      if (!('migrations' in status)) return [status];
      const { migrations } = status;
      const named = (state: string) => migrations.filter((one) => one.state === state).map(({ name }) => name);
      const [missing, edited, unknown] = ['missing', 'edited', 'unknown'].map(named);
      const findings = [
        ...tell(missing, 'not applied', 'Run: onboardingctl database migrate'),
        ...tell(edited, 'edited after it ran', 'Use the release as it was published.'),
        ...tell(unknown, 'from a newer release', 'Run the release that migrated this database, or a newer one.'),
      ];
      return findings.length > 0 ? findings : [good(`all ${migrations.length} applied`)];
    },
  };
}

function tell(names: readonly string[] = [], what: string, cure: string) {
  const [first, ...more] = names;
  return first === undefined
    ? []
    : [fault(`${what}: ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`, cure)];
}
