// All routes of the Operations API, for our staff who operate the service. Paths are served below /api and described in a
// separate document.
import type { SessionRoute } from '../http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { countryRoutes } from './country-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { partnerAccessRoutes } from './partner-access-routes.ts';
import { partnerRoutes } from './partner-routes.ts';
import { rulesRoutes } from './rules-routes.ts';

export const operationsRoutes: readonly SessionRoute[] = [
  ...partnerRoutes,
  ...partnerAccessRoutes,
  ...accountRoutes,
  ...countryRoutes,
  ...rulesRoutes,
  ...jobRoutes,
];
