// All routes of the Compliance API, for our staff who review businesses. Paths are served below /api and described in a separate
// document.
import type { SessionRoute } from '../http/route.ts';
import { claimRoutes } from './claim-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { evidenceRoutes } from './evidence-routes.ts';
import { packageRoutes } from './package-routes.ts';
import { queueRoutes } from './queue-routes.ts';
import { readRoutes } from './read-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';

export const complianceRoutes: readonly SessionRoute[] = [
  ...queueRoutes,
  ...packageRoutes,
  ...evidenceRoutes,
  ...claimRoutes,
  ...decisionRoutes,
  ...readRoutes,
  ...statisticsRoutes,
];
