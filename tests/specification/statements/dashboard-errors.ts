import { area, type NamedTest, tests } from '../statement.ts';

const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const REPLAY = 'tests/contract/webhooks/webhook-replay.system.test.ts';
const ACCESS = 'tests/contract/dashboard/dashboard-access.test.ts';
const GUARD = 'packages/platform/src/safe-http/ssrf.test.ts';
const STANDING =
  "with a session > * looks at the partner's standing, unless it is about the session itself or the same for everybody";

/** That the code has its status, that the operations declare it, and that each can be brought to answer with it. */
const declared = (code: string): NamedTest[] => [
  ...tests(
    'tests/contract/house/specified-words.test.ts',
    `an error of the specification has its status, and the operations that can answer with it declare it: > ${code} is * on the dashboard`,
  ),
  ...tests('tests/contract/webhooks/every-webhook-route.test.ts', `* > ${code}`),
];

export const dashboardErrors = area('Dashboard errors', [
  {
    no: 341,
    says: '401 Partner.NotAuthenticated: the login belongs to no partner',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Partner.NotAuthenticated'),
      ...tests(ACCESS, 'without a session of the right kind > * is 401'),
    ],
  },
  {
    no: 342,
    says: '409 Partner.Inactive: the partner is deactivated',
    surface: 'Dashboard',
    coveredBy: [...declared('Partner.Inactive'), ...tests(ACCESS, STANDING)],
  },
  {
    no: 343,
    says: "409 Partner.OnboardingNotApproved: the partner's own onboarding is not approved",
    surface: 'Dashboard',
    coveredBy: [...declared('Partner.OnboardingNotApproved'), ...tests(ACCESS, STANDING)],
  },
  {
    no: 344,
    says: '400 Webhook.UrlNotHttps: the URL is not https',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.UrlNotHttps'),
      ...tests(ENDPOINT, 'registering > http is refused, and nothing is saved'),
    ],
  },
  {
    no: 345,
    says: '400 Webhook.UrlNotPublic: the URL leads to a private, loopback or link-local address; any public address is accepted',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.UrlNotPublic'),
      ...tests(
        ENDPOINT,
        'registering > a private address is refused, and nothing is saved',
        'registering > a loopback address is refused, and nothing is saved',
        'registering > a link-local address is refused, and nothing is saved',
        'registering > a public IP address is taken: *',
      ),
      ...tests(
        GUARD,
        'an IP address that is not public is refused in any spelling > *',
        'a name that leads to an address that is not public is refused > *',
        'the public address * is accepted, asks no name server and leads to itself',
      ),
    ],
  },
  {
    no: 346,
    says: '400 Webhook.UrlUnresolvable: the host has no address',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.UrlUnresolvable'),
      ...tests(GUARD, 'a name that does not exist is refused at registration and fails at the send'),
    ],
  },
  {
    no: 347,
    says: '400 Webhook.RangeInvalid: the window does not end after its start',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.RangeInvalid'),
      ...tests(
        REPLAY,
        'a window is refused, and leaves no row, > that ends before it begins',
        'a window is refused, and leaves no row, > that is empty',
      ),
    ],
  },
  {
    no: 348,
    says: '400 Webhook.RangeTooWide: the window spans more than seven days',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.RangeTooWide'),
      ...tests(REPLAY, 'a window is refused, and leaves no row, > of seven days and a moment'),
    ],
  },
  {
    no: 349,
    says: '400 Webhook.EventExpired: the window starts more than 30 days ago',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.EventExpired'),
      ...tests(REPLAY, 'a window is refused, and leaves no row, > 30 days ago and a moment'),
    ],
  },
  {
    no: 350,
    says: '400 Webhook.EndpointDisabled: enable the endpoint first',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.EndpointDisabled'),
      ...tests(ENDPOINT, 'an endpoint that is disabled > takes neither tests nor replays, and nothing is recorded'),
    ],
  },
  {
    no: 351,
    says: '400 Webhook.TestFireRejected: the test event could not be recorded',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.TestFireRejected'),
      ...tests(
        ENDPOINT,
        'a test event > is refused while more than ten wait, and accepted again when one was delivered',
      ),
    ],
  },
  {
    no: 352,
    says: '400 Webhook.StatusUnknown: the delivery status is unknown',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.StatusUnknown'),
      ...tests('tests/contract/webhooks/webhook-history.test.ts', '?status=Failed is 400 and names the parameter'),
    ],
  },
  {
    no: 353,
    says: '404 Webhook.EndpointNotFound: there is no webhook',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.EndpointNotFound'),
      ...tests(REPLAY, 'a window is refused, and leaves no row, > without an endpoint'),
    ],
  },
  {
    no: 354,
    says: '404 Webhook.DeliveryNotFound: the delivery is unknown',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.DeliveryNotFound'),
      ...tests(ENDPOINT, "a delivery > another partner's, nobody's, and what is no id are all the same 404"),
    ],
  },
  {
    no: 355,
    says: '503 Webhook.DispatcherUnavailable: no dispatcher is running, and nothing was changed',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.DispatcherUnavailable'),
      ...tests(
        ENDPOINT,
        'without a dispatcher at work > tests and replays are 503 with Retry-After, and change nothing; 30 seconds decide',
      ),
    ],
  },
]);
