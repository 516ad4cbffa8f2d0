import { area, decidedUnder, tests } from '../statement.ts';

const TOKENS = 'tests/identity/token-requests.system.test.ts';
const FAULTS = 'tests/identity/assertion-faults.system.test.ts';
const REFUSED = 'an assertion is refused with one and the same answer, and its true reason is in the log';
const FORM = 'a request whose form is wrong is told what is wrong, in the words of RFC 6749';
const RECIPE = tests(
  'tests/identity/recipe.system.test.ts',
  'a first token with openssl and curl for a certificate that a person registered, a call with it, and a renewed one beside the first',
);
const DOOR = 'tests/contract/partner/authentication.test.ts';
const NO_TOKEN = 'a token is refused with 401 and one text, whatever is wrong with it:';
const PEOPLE = 'tests/contract/dashboard/dashboard-access.test.ts';
const CERTIFICATE = 'packages/domain/src/credentials/certificate.test.ts';
const GIVEN = 'an assertion is accepted at the edge of what is allowed > scope * gives *';

export const authentication = area('Authentication', [
  {
    no: 288,
    says: 'The identity service issues tokens at its token endpoint, and the API accepts them',
    surface: 'Identity service',
    coveredBy: [
      ...RECIPE,
      ...tests(
        'tests/journeys/stack.system.test.ts',
        "a token from the real token endpoint, by the partner's own key, is good for the API",
      ),
    ],
  },
  {
    no: 289,
    says: 'For machines, it supports client_credentials and no other grant',
    surface: 'Identity service',
    coveredBy: [...RECIPE, ...tests(TOKENS, `${FORM} > grant_type *`)],
  },
  {
    no: 290,
    says: 'A client authenticates with an assertion signed with RS256, and in no other way',
    surface: 'Identity service',
    coveredBy: [
      ...RECIPE,
      ...tests(FAULTS, `${REFUSED} > alg none`, `${REFUSED} > PS256`, `${REFUSED} > HS256 keyed with the certificate`),
      ...tests(TOKENS, `${FORM} > the name of the partner and a secret`, `${FORM} > no assertion`),
    ],
  },
  {
    no: 291,
    says: 'A person registers an RSA X.509 certificate in the portal, under API credentials, and its key then gets tokens',
    surface: 'Portal',
    coveredBy: [
      ...tests(
        'tests/browser/portal/credentials.system.test.ts',
        'a key pair made in the browser gets a token by the commands on the page, which says so by itself; the key is never sent',
        'a pasted private key stays in the browser; a pasted certificate is listed, used, explained and revoked',
      ),
      ...RECIPE,
      ...tests(
        'tests/contract/dashboard/dashboard-credentials.test.ts',
        'registering a certificate > answers with it, lists it, and remembers who did it',
      ),
      ...tests(CERTIFICATE, 'the key > of 3072 bits is accepted'),
    ],
  },
  {
    no: 292,
    says: 'Elliptic-curve keys are neither registered nor accepted',
    surface: 'Identity service',
    coveredBy: [
      ...tests(CERTIFICATE, 'the key > an elliptic curve is refused, and the message says which to make'),
      ...tests(FAULTS, `${REFUSED} > ES256`),
    ],
  },
  {
    no: 293,
    says: 'The id of an API key gives no access and gets no token',
    surface: 'Every API',
    coveredBy: [
      ...tests(DOOR, `${NO_TOKEN} > an API key id`, `${NO_TOKEN} > an API key id as its scheme`),
      ...tests(FAULTS, `${REFUSED} > an unknown client`, `${REFUSED} > kid unknown`),
    ],
  },
  {
    no: 294,
    says: 'An assertion needs no kid, and an old one does not help',
    surface: 'Identity service',
    coveredBy: [
      ...tests(TOKENS, 'an assertion is accepted at the edge of what is allowed > no typ'),
      ...tests(
        'tests/identity/certificates.system.test.ts',
        'two certificates work side by side, and the log names the one that signed, with and without kid',
      ),
      ...tests(FAULTS, `${REFUSED} > kid unknown`),
    ],
  },
  {
    no: 295,
    says: 'The client id derives from the business name and the partner’s id, wherever a partner is created',
    surface: 'Identity service',
    coveredBy: tests(
      'packages/domain/src/partners/partner.test.ts',
      'the client id of "*" is * and the partner id without dashes',
      "the operators' command makes a partner whose client id was generated, and the API's own role cannot",
      'the partners of a local stack have such a client id, and stay as they are when it starts again',
    ),
  },
  {
    no: 296,
    says: 'The client id is iss and sub of the assertion',
    surface: 'Identity service',
    coveredBy: [
      ...RECIPE,
      ...tests(
        FAULTS,
        `${REFUSED} > iss missing`,
        `${REFUSED} > iss of another client`,
        `${REFUSED} > sub missing`,
        `${REFUSED} > sub of another client`,
      ),
    ],
  },
  {
    no: 297,
    says: 'The response has access_token, expires_in, token_type and scope',
    surface: 'Identity service',
    coveredBy: tests(TOKENS, GIVEN),
  },
  {
    no: 298,
    says: 'A token is valid for 300 seconds and refused afterwards',
    surface: 'Identity service',
    coveredBy: [...tests(TOKENS, GIVEN), ...tests(DOOR, `${NO_TOKEN} > expired`)],
  },
  {
    no: 299,
    says: 'A request sends its token as Authorization: Bearer',
    surface: 'Partner API',
    coveredBy: [
      ...RECIPE,
      ...tests(
        DOOR,
        `${NO_TOKEN} > no Authorization header`,
        `${NO_TOKEN} > another scheme`,
        `${NO_TOKEN} > an empty token`,
      ),
    ],
  },
  {
    no: 300,
    says: 'The scopes are partner.read and partner.write, and each operation requires one of them',
    surface: 'Partner API',
    decided: decidedUnder('Tokens and scopes'),
    coveredBy: [...tests(TOKENS, GIVEN, `${FORM} > an unknown scope`), ...tests(DOOR, 'every route > *')],
  },
  {
    no: 301,
    says: 'The dashboard is for signed-in people; a token gives no access to it',
    surface: 'Dashboard',
    coveredBy: tests(
      PEOPLE,
      'without a session of the right kind > * is 401',
      'with a session > * lets in exactly its roles',
    ),
  },
  {
    no: 302,
    says: 'A login without a partner is 401 Partner.NotAuthenticated',
    surface: 'Dashboard',
    coveredBy: tests(PEOPLE, 'without a session of the right kind > * is 401'),
  },
]);
