import { expect, test } from 'vitest';
import { complianceRoutes } from '../compliance/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { sessionRoutes } from '../session/routes.ts';
import { PREFIX, SURFACES, surfaceAt } from './surface.ts';

const ROUTES = [...partnerRoutes, ...sandboxRoutes, ...sessionRoutes, ...dashboardRoutes, ...complianceRoutes];

test('a URL without a route belongs to the surface of the routes with its prefix', () => {
  for (const { path, surface } of ROUTES) {
    expect(surfaceAt(PREFIX + path), path).toBe(surface);
    expect(surfaceAt(`${PREFIX}${path}/nothing`), path).toBe(surface);
  }
  expect(surfaceAt('/nothing')).toBe(SURFACES.partner);
});
