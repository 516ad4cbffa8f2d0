import { area, decidedUnder, tagged } from '../statement.ts';

const TOKENS = 'tests/identity/token-requests.system.test.ts';
const FAULTS = 'tests/identity/assertion-faults.system.test.ts';
const TOKEN_CHECKS = 'tests/contract/partner/authentication.test.ts';
const ACCESS = 'tests/contract/dashboard/dashboard-access.test.ts';
const CERTIFICATE = 'packages/domain/src/credentials/certificate.test.ts';

export const authentication = area('Authentication', [
  {
    no: 288,
    says: 'The identity service issues tokens at its token endpoint, and the API accepts them',
    surface: 'Identity service',
    coveredBy: [tagged('tests/identity/recipe.system.test.ts'), tagged('tests/journeys/stack.system.test.ts')],
  },
  {
    no: 289,
    says: 'For machines, it supports client_credentials and no other grant',
    surface: 'Identity service',
    coveredBy: [tagged('tests/identity/recipe.system.test.ts'), tagged(TOKENS, 'grant_type *')],
  },
  {
    no: 290,
    says: 'A client authenticates with an assertion signed with RS256, and in no other way',
    surface: 'Identity service',
    coveredBy: [
      tagged('tests/identity/recipe.system.test.ts'),
      tagged(FAULTS, 'alg none', 'PS256', 'HS256 keyed with the certificate'),
      tagged(TOKENS, 'a client id and a secret', 'no assertion'),
    ],
  },
  {
    no: 291,
    says: 'A person registers an RSA X.509 certificate in the portal, under API credentials, and its key then gets tokens',
    surface: 'Portal',
    coveredBy: [
      tagged('tests/browser/portal/credentials.system.test.ts'),
      tagged('tests/identity/recipe.system.test.ts'),
      tagged('tests/contract/dashboard/dashboard-credentials.test.ts'),
      tagged(CERTIFICATE),
    ],
  },
  {
    no: 292,
    says: 'Elliptic-curve keys are neither registered nor accepted',
    surface: 'Identity service',
    coveredBy: [tagged(CERTIFICATE, 'an elliptic curve'), tagged(FAULTS, 'ES256')],
  },
  {
    no: 293,
    says: 'The id of an API key gives no access and gets no token',
    surface: 'Every API',
    coveredBy: [
      tagged(TOKEN_CHECKS, 'an API key id', 'an API key id as its scheme'),
      tagged(FAULTS, 'an unknown client', 'kid unknown'),
    ],
  },
  {
    no: 294,
    says: 'An assertion needs no kid, and an old one does not help',
    surface: 'Identity service',
    coveredBy: [
      tagged(TOKENS, 'no typ'),
      tagged('tests/identity/certificates.system.test.ts'),
      tagged(FAULTS, 'kid unknown'),
    ],
  },
  {
    no: 295,
    says: 'The client id derives from the business name and the partner’s id, wherever a partner is created',
    surface: 'Identity service',
    coveredBy: [
      tagged('packages/domain/src/partners/partner.test.ts'),
      tagged('apps/ctl/src/commands/partners.test.ts'),
    ],
  },
  {
    no: 296,
    says: 'The client id is iss and sub of the assertion',
    surface: 'Identity service',
    coveredBy: [
      tagged('tests/identity/recipe.system.test.ts'),
      tagged(FAULTS, 'iss missing', 'iss of another client', 'sub missing', 'sub of another client'),
    ],
  },
  {
    no: 297,
    says: 'The response has access_token, expires_in, token_type and scope',
    surface: 'Identity service',
    coveredBy: [tagged(TOKENS)],
  },
  {
    no: 298,
    says: 'A token is valid for 300 seconds and refused afterwards',
    surface: 'Identity service',
    coveredBy: [tagged(TOKENS), tagged(TOKEN_CHECKS, 'expired')],
  },
  {
    no: 299,
    says: 'A request sends its token as Authorization: Bearer',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/identity/recipe.system.test.ts'),
      tagged(TOKEN_CHECKS, 'no Authorization header', 'another scheme', 'an empty token'),
    ],
  },
  {
    no: 300,
    says: 'The scopes are partner.read and partner.write, and each operation requires one of them',
    surface: 'Partner API',
    decided: decidedUnder('Tokens and scopes'),
    coveredBy: [tagged(TOKENS, 'an unknown scope'), tagged(TOKEN_CHECKS)],
  },
  {
    no: 301,
    says: 'The dashboard is for signed-in users; a token gives no access to it',
    surface: 'Dashboard',
    coveredBy: [tagged(ACCESS)],
  },
  {
    no: 302,
    says: 'A login without a partner is 401 Partner.NotAuthenticated',
    surface: 'Dashboard',
    coveredBy: [tagged(ACCESS)],
  },
]);
