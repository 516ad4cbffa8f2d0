// The analysts' table of contents: every operation for our own people who review businesses, with the roles that may use it.
// Paths are served below /api, and described in a document of their own.
import type { SessionRoute } from '../http/route.ts';
import { claimRoutes } from './claim-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { packageRoutes } from './package-routes.ts';
import { queueRoutes } from './queue-routes.ts';
import { readRoutes } from './read-routes.ts';

export const complianceRoutes: readonly SessionRoute[] = [
  ...queueRoutes,
  ...packageRoutes,
  ...claimRoutes,
  ...decisionRoutes,
  ...readRoutes,
];
