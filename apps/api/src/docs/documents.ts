// The OpenAPI documents: each is served below /api and can be selected on the page at /docs. The first, our contract
// with partners, is also a file in docs/.
import { complianceRoutes } from '../compliance/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { operationsRoutes } from '../operations/routes.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { sessionRoutes } from '../session/routes.ts';
import {
  createComplianceOpenApi,
  createDashboardOpenApi,
  createOpenApi,
  createOperationsOpenApi,
  createSandboxOpenApi,
  type Deployment,
} from './openapi.ts';

export const DOCUMENTS = [
  {
    file: 'openapi.json',
    title: 'Partner API',
    slug: 'partner',
    create: (where?: Deployment) => createOpenApi(partnerRoutes, where),
  },
  {
    file: 'openapi-sandbox.json',
    title: 'Sandbox API',
    slug: 'sandbox',
    create: (where?: Deployment) => createSandboxOpenApi(sandboxRoutes, where),
  },
  {
    file: 'openapi-dashboard.json',
    title: 'Dashboard API',
    slug: 'dashboard',
    create: (where?: Deployment) => createDashboardOpenApi([...sessionRoutes, ...dashboardRoutes], where),
  },
  {
    file: 'openapi-compliance.json',
    title: 'Compliance API',
    slug: 'compliance',
    create: (where?: Deployment) => createComplianceOpenApi(complianceRoutes, where),
  },
  {
    file: 'openapi-operations.json',
    title: 'Operations API',
    slug: 'operations',
    create: (where?: Deployment) => createOperationsOpenApi(operationsRoutes, where),
  },
] as const;
