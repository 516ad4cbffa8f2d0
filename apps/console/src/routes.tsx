// The routes of the console: every page, its query parameters and its code. Pages are loaded when they are opened.
import { count, moment, oneOf, parseSearch, searchOf, stringifySearch, uuid, words } from '@onboarding/ui/search';
import { SignedIn } from '@onboarding/ui/session';
import { Broken, NotFound } from '@onboarding/ui/shell';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { FirstPage, Frame } from './frame.tsx';
import { SHOWN_STATES } from './pages/package/document/shown-states.ts';
import { ACCOUNT_CHANGES, STANDINGS } from './pages/partners/partner-rules.ts';
import { queueSearch } from './pages/queue/search.ts';
import { KIND_CODES } from './pages/reads/kinds.ts';
import { DECISIONS, STATUSES } from './pages/reference/country-status.ts';
import { businessSearch } from './pages/search/business-search.ts';
import { RANGES, utcDay } from './pages/statistics/ranges.ts';

const root = createRootRoute({ component: Outlet });
/** Where the sign-in window ends: without the frame, which needs a session. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedIn });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

/** Any other path. */
const unknown = createRoute({ getParentRoute: () => frame, path: '$', component: NotFound });

const first = createRoute({ getParentRoute: () => frame, path: '/', component: FirstPage });

const queue = createRoute({
  getParentRoute: () => frame,
  path: '/queue',
  validateSearch: queueSearch,
  component: lazyRouteComponent(() => import('./pages/queue/queue.tsx'), 'Queue'),
});

const search = createRoute({
  getParentRoute: () => frame,
  path: '/search',
  validateSearch: businessSearch,
  component: lazyRouteComponent(() => import('./pages/search/search.tsx'), 'Search'),
});

/** The package: one tab of the facts, one document and one person are open at a time; perhaps another business beside it. */
const onePackage = createRoute({
  getParentRoute: () => frame,
  path: '/packages/$customerId',
  validateSearch: searchOf({
    tab: oneOf(['people', 'history']),
    document: uuid,
    person: uuid,
    compare: uuid,
    by: oneOf(['category']),
    show: oneOf(SHOWN_STATES),
  }),
  component: lazyRouteComponent(() => import('./pages/package/package.tsx'), 'Package'),
});

const trail = createRoute({
  getParentRoute: () => frame,
  path: '/packages/$customerId/trail',
  validateSearch: searchOf({ cursor: words }),
  component: lazyRouteComponent(() => import('./pages/package/trail.tsx'), 'Trail'),
});

const reassign = createRoute({
  getParentRoute: () => frame,
  path: '/reassign',
  validateSearch: searchOf({ from: uuid }),
  component: lazyRouteComponent(() => import('./pages/reassign/several.tsx'), 'ReassignSeveral'),
});

const statistics = createRoute({
  getParentRoute: () => frame,
  path: '/lead',
  validateSearch: searchOf({ range: oneOf(RANGES), from: utcDay, to: utcDay }),
  component: lazyRouteComponent(() => import('./pages/statistics/statistics.tsx'), 'Statistics'),
});

const reads = createRoute({
  getParentRoute: () => frame,
  path: '/reads',
  validateSearch: searchOf({
    person: uuid,
    customer: uuid,
    kind: oneOf(KIND_CODES),
    from: moment,
    to: moment,
    cursor: words,
  }),
  component: lazyRouteComponent(() => import('./pages/reads/reads.tsx'), 'Reads'),
});

const partners = createRoute({
  getParentRoute: () => frame,
  path: '/partners',
  validateSearch: searchOf({ q: words, standing: oneOf(STANDINGS), cursor: words, ask: oneOf(['create']) }),
  component: lazyRouteComponent(() => import('./pages/partners/partners.tsx'), 'Partners'),
});

const partner = createRoute({
  getParentRoute: () => frame,
  path: '/partners/$partnerId',
  validateSearch: searchOf({
    ask: oneOf(['approve', 'reject', 'activate', 'deactivate', 'limits', 'revoke', 'invite', ...ACCOUNT_CHANGES]),
    certificate: uuid,
    person: uuid,
    people: words,
    actions: words,
  }),
  component: lazyRouteComponent(() => import('./pages/partners/partner.tsx'), 'Partner'),
});

const staff = createRoute({
  getParentRoute: () => frame,
  path: '/staff',
  validateSearch: searchOf({ cursor: words, ask: oneOf(['invite']) }),
  component: lazyRouteComponent(() => import('./pages/staff/staff.tsx'), 'Staff'),
});

const colleague = createRoute({
  getParentRoute: () => frame,
  path: '/staff/$accountId',
  validateSearch: searchOf({ ask: oneOf(['role', ...ACCOUNT_CHANGES]) }),
  component: lazyRouteComponent(() => import('./pages/staff/colleague.tsx'), 'Colleague'),
});

/** One country is open at a time, with two versions compared or one about to be activated. */
const reference = createRoute({
  getParentRoute: () => frame,
  path: '/reference',
  validateSearch: searchOf({
    q: words,
    status: oneOf(STATUSES),
    country: words,
    before: count,
    after: count,
    activate: count,
    ask: oneOf(DECISIONS),
    actions: words,
  }),
  component: lazyRouteComponent(() => import('./pages/reference/reference.tsx'), 'Reference'),
});

const jobs = createRoute({
  getParentRoute: () => frame,
  path: '/jobs',
  validateSearch: searchOf({ cursor: words, retry: uuid }),
  component: lazyRouteComponent(() => import('./pages/jobs/jobs.tsx'), 'Jobs'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signedIn,
    frame.addChildren([
      first,
      queue,
      search,
      onePackage,
      trail,
      reassign,
      statistics,
      reads,
      partners,
      partner,
      staff,
      colleague,
      reference,
      jobs,
      unknown,
    ]),
  ]),
  basepath: '/console',
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
