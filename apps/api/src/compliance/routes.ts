// All routes of the Compliance API, for our staff who review businesses. Paths are served below /api and described in a separate
// document.
import type { SessionRoute } from '../http/route.ts';
import { decisionRoutes } from './decision-routes.ts';
import { evidenceRoutes } from './evidence-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { claimRoutes, packageRoutes } from './package-routes.ts';
import { queueRoutes } from './queue-routes.ts';
import { readRoutes, statisticsRoutes } from './supervision-routes.ts';

export const complianceRoutes: readonly SessionRoute[] = [
  ...queueRoutes,
  ...noticeRoutes,
  ...packageRoutes,
  ...evidenceRoutes,
  ...claimRoutes,
  ...decisionRoutes,
  ...readRoutes,
  ...statisticsRoutes,
];
