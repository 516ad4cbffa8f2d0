// The routes of the portal: every page, its query parameters and its code. Pages are loaded when they are opened.
import {
  count,
  countryCode,
  moment,
  oneOf,
  parseSearch,
  searchOf,
  stringifySearch,
  uuid,
  words,
} from '@onboarding/ui/search';
import { SignedIn } from '@onboarding/ui/session';
import { Broken, NotFound } from '@onboarding/ui/shell';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { customerSearch, oneCustomerSearch } from './pages/customers/search.ts';
import { STATUSES } from './pages/deliveries/statuses.ts';
import { RANGES } from './pages/webhooks/ranges.ts';

const root = createRootRoute({ component: Outlet });
/** Where the sign-in window ends: without the frame, which needs a session. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedIn });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

/** Any other path. */
const unknown = createRoute({ getParentRoute: () => frame, path: '$', component: NotFound });

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx'), 'Home'),
});

const credentials = createRoute({
  getParentRoute: () => frame,
  path: '/credentials',
  validateSearch: searchOf({ revoke: uuid, past: oneOf(['shown']) }),
  component: lazyRouteComponent(() => import('./pages/credentials/credentials.tsx'), 'Credentials'),
});
const newCertificate = createRoute({
  getParentRoute: () => frame,
  path: '/credentials/new',
  validateSearch: searchOf({ way: oneOf(['paste']), certificate: uuid }),
  component: lazyRouteComponent(() => import('./pages/credentials/new-certificate.tsx'), 'NewCertificate'),
});
const tokenRequests = createRoute({
  getParentRoute: () => frame,
  path: '/credentials/requests',
  validateSearch: searchOf({
    outcome: oneOf(['Issued', 'Refused']),
    certificateId: uuid,
    from: moment,
    to: moment,
    cursor: words,
  }),
  component: lazyRouteComponent(() => import('./pages/credentials/token-requests.tsx'), 'TokenRequests'),
});

const apiRequests = createRoute({
  getParentRoute: () => frame,
  path: '/api-requests',
  validateSearch: searchOf({
    requestId: words,
    outcome: oneOf(['Succeeded', 'Failed']),
    from: moment,
    to: moment,
    cursor: words,
  }),
  component: lazyRouteComponent(() => import('./pages/api-requests/api-requests.tsx'), 'ApiRequests'),
});

const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  validateSearch: searchOf({
    range: oneOf(RANGES),
    action: oneOf(['register', 'replace', 'rotate']),
    test: uuid,
    changes: oneOf(['all']),
  }),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook.tsx'), 'Webhook'),
});

const webhookEvents = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/events',
  validateSearch: searchOf({ type: words, show: oneOf(['schema']) }),
  component: lazyRouteComponent(() => import('./pages/webhooks/events.tsx'), 'WebhookEvents'),
});

const deliveries = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/deliveries',
  validateSearch: searchOf({
    status: oneOf(STATUSES),
    eventType: words,
    customer: uuid,
    event: uuid,
    replay: uuid,
    from: moment,
    to: moment,
    page: count,
  }),
  component: lazyRouteComponent(() => import('./pages/deliveries/deliveries.tsx'), 'Deliveries'),
});

const delivery = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/deliveries/$id',
  component: lazyRouteComponent(() => import('./pages/deliveries/delivery.tsx'), 'Delivery'),
});

const replay = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/replays/$series',
  component: lazyRouteComponent(() => import('./pages/replays/replay.tsx'), 'Replay'),
});

const customers = createRoute({
  getParentRoute: () => frame,
  path: '/customers',
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('./pages/customers/customers.tsx'), 'Customers'),
});
const customer = createRoute({
  getParentRoute: () => frame,
  path: '/customers/$customerId',
  validateSearch: oneCustomerSearch,
  component: lazyRouteComponent(() => import('./pages/customers/customer.tsx'), 'Customer'),
});
const requirements = createRoute({
  getParentRoute: () => frame,
  path: '/requirements',
  validateSearch: searchOf({ country: countryCode, type: words }),
  component: lazyRouteComponent(() => import('./pages/requirements/requirements.tsx'), 'Requirements'),
});
const team = createRoute({
  getParentRoute: () => frame,
  path: '/team',
  validateSearch: searchOf({ cursor: words, invite: oneOf(['open']) }),
  component: lazyRouteComponent(() => import('./pages/team/team.tsx'), 'Team'),
});
const person = createRoute({
  getParentRoute: () => frame,
  path: '/team/$accountId',
  validateSearch: searchOf({ ask: oneOf(['role', 'sign-out', 'reset', 'disable', 'enable', 'invite-again']) }),
  component: lazyRouteComponent(() => import('./pages/team/user.tsx'), 'Person'),
});
const activity = createRoute({
  getParentRoute: () => frame,
  path: '/activity',
  validateSearch: searchOf({
    kind: oneOf(['Team', 'Webhook', 'Credential', 'Export']),
    person: uuid,
    from: moment,
    cursor: words,
  }),
  component: lazyRouteComponent(() => import('./pages/activity/activity.tsx'), 'Activity'),
});
const you = createRoute({
  getParentRoute: () => frame,
  path: '/you',
  validateSearch: searchOf({ end: uuid, everywhere: oneOf(['ask']) }),
  component: lazyRouteComponent(() => import('./pages/you/you.tsx'), 'You'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signedIn,
    frame.addChildren([
      home,
      customers,
      customer,
      requirements,
      webhook,
      webhookEvents,
      deliveries,
      delivery,
      replay,
      credentials,
      newCertificate,
      tokenRequests,
      apiRequests,
      team,
      person,
      activity,
      you,
      unknown,
    ]),
  ]),
  basepath: '/portal',
  parseSearch,
  stringifySearch,
  // Removes unknown parameters from the URL.
  search: { strict: true },
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
