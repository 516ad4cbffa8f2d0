import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { partnerRoutes } from '../partner/routes.ts';
import { createOpenApi } from './openapi.ts';

/** The description of the API, for machines and for people. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  const document = createOpenApi(partnerRoutes);
  const text = JSON.stringify(document);
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  await app.register(scalar, {
    routePrefix: '/docs',
    // Everything comes from this server: the reference works without the internet and tells nobody that it is read.
    configuration: {
      content: document,
      pageTitle: 'Partner Business Onboarding API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
