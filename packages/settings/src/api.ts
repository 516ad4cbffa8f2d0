// The settings of the API.
import type { ConfigOf } from './catalogue.ts';
import { type Environment, type Fault, howToSet, type Reading, readFor, whole } from './read.ts';
import {
  judged,
  loopbackReceivers,
  plainConnections,
  simulatedReviews,
  simulatesReviews,
  storageKeys,
  together,
} from './rules.ts';

export type ApiConfig = ConfigOf<'api'>;
type Values = Partial<ApiConfig>;

export const readApi = (environment: Environment): ApiConfig => whole(inspectApi(environment));

export function inspectApi(environment: Environment): Reading<ApiConfig> {
  const reading = readFor<ApiConfig>('api', environment);
  const { values } = reading;
  const where = 'Or remove the other if nobody signs in there.';
  return judged(
    reading,
    together(values, 'PORTAL_URL', 'PORTAL_CLIENT_SECRET', where),
    together(values, 'CONSOLE_URL', 'CONSOLE_CLIENT_SECRET', where),
    staffConnection(values),
    storageKeys(values),
    ownLinkKey(values),
    developmentAddresses(values),
    plainConnections(values),
    loopbackReceivers(values),
    simulatedReviews(values),
  );
}

function staffConnection(values: Values): Fault[] {
  const { CONSOLE_URL, STAFF_DATABASE_URL } = values;
  if (STAFF_DATABASE_URL !== undefined || (CONSOLE_URL === undefined && !simulatesReviews(values))) return [];
  const problem =
    CONSOLE_URL === undefined
      ? 'must be set when ENVIRONMENT is sandbox: reviews are simulated with the rights of onboarding_staff'
      : 'must be set together with CONSOLE_URL: analysts work with the role onboarding_staff';
  return [{ name: 'STAFF_DATABASE_URL', problem, cure: howToSet('STAFF_DATABASE_URL') }];
}

function ownLinkKey({ S3_LINK_ACCESS_KEY: links, S3_ACCESS_KEY: own }: Values): Fault[] {
  if (links === undefined || links !== own) return [];
  const problem = 'must differ from S3_ACCESS_KEY: partners receive the links that it signs';
  return [{ name: 'S3_LINK_ACCESS_KEY', problem, cure: 'Use the access key of a user that can only upload.' }];
}

/** The local stack keeps its keys and passwords in a folder, so its addresses are allowed only in development. */
function developmentAddresses(values: Values): Fault[] {
  const { ENVIRONMENT } = values;
  if (ENVIRONMENT === undefined || ENVIRONMENT === 'development') return [];
  const names = [
    'TOKEN_ISSUER',
    'TOKEN_JWKS_URL',
    'TOKEN_ENDPOINT',
    'SIGN_IN_ISSUER',
    'ACCOUNT_URL',
    'PORTAL_URL',
    'OTHER_PORTAL_URL',
    'CONSOLE_URL',
    // Partners upload documents there. If there is a public endpoint, our own may be internal.
    values.S3_PUBLIC_ENDPOINT === undefined ? 'S3_ENDPOINT' : 'S3_PUBLIC_ENDPOINT',
  ] as const;
  return names.flatMap((name) => {
    const address = values[name];
    if (address === undefined) return [];
    const { protocol, hostname } = new URL(address);
    const loopback = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
    if (protocol === 'https:' && !loopback) return [];
    const problem = `must be an https address of another machine when ENVIRONMENT is ${ENVIRONMENT}`;
    return [{ name, problem, cure: howToSet(name) }];
  });
}
