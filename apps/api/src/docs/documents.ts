// Which documents there are: each is a file in docs/, is served below /api and can be chosen on the page at /docs.
import { complianceRoutes } from '../compliance/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { sessionRoutes } from '../session/routes.ts';
import {
  createComplianceOpenApi,
  createDashboardOpenApi,
  createOpenApi,
  createSandboxOpenApi,
  type Whereabouts,
} from './openapi.ts';

export const DOCUMENTS = [
  {
    file: 'openapi.json',
    title: 'Partner API',
    slug: 'partner',
    create: (where?: Whereabouts) => createOpenApi(partnerRoutes, where),
  },
  {
    file: 'openapi-sandbox.json',
    title: 'Sandbox API',
    slug: 'sandbox',
    create: (where?: Whereabouts) => createSandboxOpenApi(sandboxRoutes, where),
  },
  {
    file: 'openapi-dashboard.json',
    title: 'Dashboard API',
    slug: 'dashboard',
    create: (where?: Whereabouts) => createDashboardOpenApi([...sessionRoutes, ...dashboardRoutes], where),
  },
  {
    file: 'openapi-compliance.json',
    title: 'Compliance API',
    slug: 'compliance',
    create: (where?: Whereabouts) => createComplianceOpenApi(complianceRoutes, where),
  },
] as const;
