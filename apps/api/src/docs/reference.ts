import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import { type FastifyInstance, fastify } from 'fastify';
import { DOCUMENTS } from './documents.ts';
import type { Whereabouts } from './openapi.ts';

const PREFIX = '/docs';
const PAGE = `${PREFIX}/`;
const FILES = [PAGE, `${PREFIX}/js/scalar.js`];
const addressOf = (file: string) => `/api/${file}`;

/** The descriptions of the API, for machines and for people. */
export function serveReference(app: FastifyInstance, where: Whereabouts): void {
  for (const { file, create } of DOCUMENTS) {
    // Made once, when somebody asks, like the page: each is the same for everybody, and making it takes long.
    let text: string | undefined;
    app.get(addressOf(file), async (_request, reply) => {
      text ??= JSON.stringify(create(where));
      return reply.type('application/json; charset=utf-8').send(text);
    });
  }
  let made: Promise<Map<string, MadeFile>> | undefined;
  for (const path of FILES) {
    app.get(path, async (_request, reply) => {
      made ??= make();
      const file = (await made).get(path);
      if (file === undefined) throw new Error(`The reference has no ${path}`);
      return reply.headers(file.headers).send(file.bytes);
    });
  }
  app.get(PREFIX, async (_request, reply) => reply.redirect(PAGE, 301));
  app.get(`${PREFIX}/openapi.json`, async (_request, reply) => reply.redirect(addressOf('openapi.json'), 301));
}

interface MadeFile {
  headers: Record<string, string>;
  bytes: Buffer;
}

async function make(): Promise<Map<string, MadeFile>> {
  const maker = fastify();
  await maker.register(scalar, {
    routePrefix: PREFIX,
    // Everything comes from this server: the reference works without the internet and tells nobody that it is read.
    configuration: {
      sources: DOCUMENTS.map(({ file, title, slug }, index) => {
        return { url: addressOf(file), title, slug, default: index === 0 };
      }),
      pageTitle: 'Partner Business Onboarding API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const made = new Map<string, MadeFile>();
  for (const path of FILES) {
    const { headers, rawPayload } = await maker.inject(path);
    made.set(path, {
      headers: {
        'content-type': String(headers['content-type']),
        ...(path === PAGE ? { 'content-security-policy': policyOf(rawPayload.toString()) } : {}),
      },
      bytes: rawPayload,
    });
  }
  await maker.close();
  return made;
}

/** Only this page's own script may run. Styles are made by it while it runs, so they cannot be named beforehand. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
