import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { DOCUMENTS } from './documents.ts';
import type { Deployment } from './openapi.ts';

/** Below the documentation pages, which link to it. */
const PREFIX = '/docs/reference';
export const REFERENCE_PATH = `${PREFIX}/`;
/** Relative to the prefix. */
const FILES = ['', 'js/scalar.js'] as const;
/** The other documents describe what our own sites call. */
const FOR_INTEGRATORS = DOCUMENTS.filter(({ slug }) => ['partner', 'sandbox'].includes(slug));
const addressOf = (file: string) => `/api/${file}`;

/** Serves the API reference: as OpenAPI documents, and as a page. Each document names the address at which it was requested. */
export function serveReference(
  app: FastifyInstance,
  { encryptedOnly, ...where }: Omit<Deployment, 'server'> & { encryptedOnly: boolean },
): void {
  for (const { file, create } of DOCUMENTS) {
    // Created once, on the first request, like the page: each is slow to create, and the same for everyone but for the address.
    let parts: string[] | undefined;
    app.get(addressOf(file), async (request, reply) => {
      parts ??= JSON.stringify(create({ ...where, server: { url: OWN_ADDRESS } })).split(JSON.stringify(OWN_ADDRESS));
      const text = parts.join(JSON.stringify(originOf(request, encryptedOnly)));
      return reply.type('application/json; charset=utf-8').send(text);
    });
  }
  let made: ReturnType<typeof makeReference> | undefined;
  for (const name of FILES) {
    app.get(`${REFERENCE_PATH}${name}`, async (_request, reply) => {
      made ??= makeReference(PREFIX, addressOf);
      const { headers, bytes } = (await made)[name];
      return reply.headers(headers).send(bytes);
    });
  }
  app.get(PREFIX, async (_request, reply) => reply.redirect(REFERENCE_PATH, 301));
  // The former paths of both, before there were documentation pages.
  app.get('/docs/js/scalar.js', async (_request, reply) => reply.redirect(`${PREFIX}/js/scalar.js`, 301));
  app.get('/docs/openapi.json', async (_request, reply) => reply.redirect(addressOf('openapi.json'), 301));
}

/** Stands for the address until the document is requested. */
const OWN_ADDRESS = 'own-address:';
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The origin of a request, as our proxies have seen it. Relative for a host that cannot be one. */
function originOf({ host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>, encryptedOnly: boolean): string {
  return HOST.test(host) ? `${encryptedOnly ? 'https' : protocol}://${host}` : '/';
}

interface MadeFile {
  headers: Record<string, string>;
  bytes: Buffer;
}

/** The page and its script, for serving below a prefix; `documentAt` returns the URLs of the documents. */
export async function makeReference(
  prefix: `/${string}`,
  documentAt: (file: string) => string,
): Promise<Record<(typeof FILES)[number], MadeFile>> {
  const maker = fastify();
  await maker.register(scalar, {
    routePrefix: prefix,
    // Everything is served from here, so that the reference works offline and no third party can track readers.
    configuration: {
      sources: FOR_INTEGRATORS.map(({ file, title, slug }, index) => {
        return { url: documentAt(file), title, slug, default: index === 0 };
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
  const fetchFile = async (name: string): Promise<MadeFile> => {
    const { headers, rawPayload } = await maker.inject(`${prefix}/${name}`);
    const policy = name === '' ? { 'content-security-policy': policyOf(rawPayload.toString()) } : {};
    return { headers: { 'content-type': String(headers['content-type']), ...policy }, bytes: rawPayload };
  };
  const made = { '': await fetchFile(''), 'js/scalar.js': await fetchFile('js/scalar.js') };
  await maker.close();
  return made;
}

/** Only this page's own script may run. It creates styles while it runs, so these cannot be listed in advance. */
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
