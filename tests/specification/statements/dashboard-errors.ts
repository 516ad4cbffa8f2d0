import { area, type Evidence, tagged, titled } from '../statement.ts';

const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const REPLAY = 'tests/journeys/webhook-replay.system.test.ts';
const ACCESS = 'tests/contract/dashboard/dashboard-access.test.ts';
const GUARD = 'packages/platform/src/safe-http/ssrf.test.ts';

/** That the code has its status, that the operations declare it, and that each can be brought to answer with it. */
const declared = (code: string): Evidence[] => [
  ...titled('tests/contract/house/specified-words.test.ts', `* > ${code} *`),
  ...titled('tests/contract/webhooks/every-webhook-route.test.ts', `* > ${code}`),
];

export const dashboardErrors = area('Dashboard errors', [
  {
    no: 341,
    says: '401 Partner.NotAuthenticated: the login belongs to no partner',
    surface: 'Dashboard',
    coveredBy: [...declared('Partner.NotAuthenticated'), tagged(ACCESS)],
  },
  {
    no: 342,
    says: '409 Partner.Inactive: the partner is deactivated',
    surface: 'Dashboard',
    coveredBy: [...declared('Partner.Inactive'), tagged(ACCESS)],
  },
  {
    no: 343,
    says: "409 Partner.OnboardingNotApproved: the partner's own onboarding is not approved",
    surface: 'Dashboard',
    coveredBy: [...declared('Partner.OnboardingNotApproved'), tagged(ACCESS)],
  },
  {
    no: 344,
    says: '400 Webhook.UrlNotHttps: the URL is not https',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.UrlNotHttps'), tagged(ENDPOINT, 'http')],
  },
  {
    no: 345,
    says: '400 Webhook.UrlNotPublic: the URL leads to a private, loopback or link-local address; any public address is accepted',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.UrlNotPublic'),
      tagged(ENDPOINT, 'a private address', 'a loopback address', 'a link-local address'),
      tagged(GUARD),
    ],
  },
  {
    no: 346,
    says: '400 Webhook.UrlUnresolvable: the host has no address',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.UrlUnresolvable'), tagged(GUARD)],
  },
  {
    no: 347,
    says: '400 Webhook.RangeInvalid: the window does not end after its start',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.RangeInvalid'), tagged(REPLAY, 'that ends before it begins', 'that is empty')],
  },
  {
    no: 348,
    says: '400 Webhook.RangeTooWide: the window spans more than seven days',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.RangeTooWide'), tagged(REPLAY, 'of more than seven days')],
  },
  {
    no: 349,
    says: '400 Webhook.EventExpired: the window starts more than 30 days ago',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.EventExpired'), tagged(REPLAY, 'that starts more than 30 days ago')],
  },
  {
    no: 350,
    says: '400 Webhook.EndpointDisabled: enable the endpoint first',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.EndpointDisabled'), tagged(ENDPOINT)],
  },
  {
    no: 351,
    says: '400 Webhook.TestFireRejected: the test event could not be recorded',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.TestFireRejected'), tagged(ENDPOINT)],
  },
  {
    no: 352,
    says: '400 Webhook.StatusUnknown: the delivery status is unknown',
    surface: 'Dashboard',
    coveredBy: [
      ...declared('Webhook.StatusUnknown'),
      tagged('tests/contract/webhooks/webhook-history.test.ts', '?status=Failed'),
    ],
  },
  {
    no: 353,
    says: '404 Webhook.EndpointNotFound: there is no webhook',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.EndpointNotFound'), tagged(REPLAY)],
  },
  {
    no: 354,
    says: '404 Webhook.DeliveryNotFound: the delivery is unknown',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.DeliveryNotFound'), tagged(ENDPOINT)],
  },
  {
    no: 355,
    says: '503 Webhook.DispatcherUnavailable: no dispatcher is running, and nothing was changed',
    surface: 'Dashboard',
    coveredBy: [...declared('Webhook.DispatcherUnavailable'), tagged(ENDPOINT)],
  },
]);
