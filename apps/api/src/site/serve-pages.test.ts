import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';
import { openBuiltPages, servePages } from './serve-pages.ts';

const INLINE = 'document.documentElement.classList.add("dark");';
const page = (heading: string) =>
  `<script id="dark">${INLINE}</script><script src="/docs/assets/app.1.js"></script><h1>${heading}</h1>`;
const folder = temporaryFolder('pages');
for (const name of ['assets', 'portal', 'examples']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'index.html'), page('Home'));
writeFileSync(join(folder, 'webhooks.html'), page('Webhooks'));
writeFileSync(join(folder, 'webhooks.html.br'), brotliCompressSync(page('Webhooks')));
writeFileSync(join(folder, 'portal/index.html'), page('Portal'));
writeFileSync(join(folder, '404.html'), page('Nothing here'));
writeFileSync(join(folder, 'assets/app.1.js'), '0;');
const EXAMPLES = ['examples/verify.py', 'examples/go.mod', 'examples/pom.xml'];
for (const example of EXAMPLES) writeFileSync(join(folder, example), 'An example');
writeFileSync(join(folder, '.built'), '');

const app = fastify();
servePages(app, { path: '/docs', source: openBuiltPages(folder, false), otherwise: '/docs/reference/' });
servePages(app, { path: '/missing', source: () => undefined, otherwise: '/missing/reference/' });
app.get('/docs/reference/', () => 'the reference');
afterAll(() => app.close());
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('pages', () => {
  test.each([
    ['/docs/', 'Home'],
    ['/docs/webhooks', 'Webhooks'],
    ['/docs/webhooks.html', 'Webhooks'],
    ['/docs/portal/', 'Portal'],
  ])('are served at %s', async (url, heading) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(`<h1>${heading}</h1>`);
  });

  test('do not hide routes below their path', async () => {
    expect((await get('/docs/reference/')).body).toBe('the reference');
  });

  test.each([
    ['/docs', '/docs/'],
    ['/docs/portal', '/docs/portal/'],
    ['/missing/anything', '/missing/reference/'],
  ])('redirect %s to %s', async (url, place) => {
    expect((await get(url)).headers.location).toBe(place);
  });

  test('allow only their own script files and the inline scripts they were built with', async () => {
    const policy = String((await get('/docs/webhooks')).headers['content-security-policy']);
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
  });

  test('are compressed, and answered with 304 while unchanged', async () => {
    const answer = await get('/docs/webhooks', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page('Webhooks'));
    const etag = String(answer.headers.etag);
    const same = await get('/docs/webhooks', { 'if-none-match': etag });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    // Browsers update the cached policy from a 304.
    expect(same.headers['content-security-policy']).toBe(answer.headers['content-security-policy']);
    expect((await get('/docs/', { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get('/docs/assets/app.1.js')).headers['cache-control']).toContain('immutable');
  });

  test('that do not exist get a 404 page, and no file outside the folder is served', async () => {
    for (const url of ['/docs/nothing', '/docs/.built', '/docs/../../etc/passwd', '/docs/%2e%2e/%2e%2e/etc/passwd']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('root:');
    }
    expect((await get('/docs/nothing')).body).toContain('Nothing here');
  });

  test.each(EXAMPLES)('serve %s as plain text', async (example) => {
    expect((await get(`/docs/${example}`)).headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});
