// All routes of the dashboard, for a partner's users. Paths are served below /api.
import type { SessionRoute } from '../http/route.ts';
import { apiRequestRoutes } from './api-request-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { customerRoutes, overviewRoutes } from './customer-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { userRoutes } from './user-routes.ts';
import { webhookOverviewRoutes } from './webhook-overview-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

export const dashboardRoutes: readonly SessionRoute[] = [
  ...overviewRoutes,
  ...customerRoutes,
  ...credentialRoutes,
  ...apiRequestRoutes,
  ...userRoutes,
  ...webhookRoutes,
  ...webhookOverviewRoutes,
  ...deliveryRoutes,
  ...exportRoutes,
];
