import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';
import { serveHome } from '../session/home.ts';
import { openBuiltSite, serveSite } from './serve-site.ts';

const SCRIPT = 'console.log("hello");';
const folder = temporaryFolder('site');
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, 'index.html'), '<meta content="__NONCE__"><meta name="build" content="__BUILD__">');
writeFileSync(join(folder, 'assets/main-abc.js'), SCRIPT);
writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'color-scheme.js'), '0;');
writeFileSync(join(folder, '.vite/manifest.json'), '{}');

const app = fastify();
serveSite(app, { path: '/portal', source: openBuiltSite(folder, false) });
serveSite(app, { path: '/console', source: openBuiltSite(folder, false) });
serveSite(app, { path: '/missing', source: () => undefined });
serveHome(app, new Map([['portal.example', '/portal']]));
afterAll(() => app.close());
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a site', () => {
  test('serves its files in the best encoding that the browser accepts, cacheable for a year', async () => {
    const url = '/portal/assets/main-abc.js';
    const unpacked = {
      br: (bytes: Buffer) => brotliDecompressSync(bytes),
      gzip: (bytes: Buffer) => gunzipSync(bytes),
    };
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await get(url, { 'accept-encoding': encoding });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      });
      expect(unpacked[encoding](answer.rawPayload).toString()).toBe(SCRIPT);
    }
    expect((await get(url)).body).toBe(SCRIPT);
    expect((await get('/portal/color-scheme.js')).headers['cache-control']).toBe('no-cache');
  });

  test('serves its page for every other path, with a fresh nonce and without unsafe-inline', async () => {
    const nonces = await Promise.all(
      ['/portal/', '/portal/webhooks/deliveries?status=Pending', '/portal/../portal/x'].map(async (url) => {
        const answer = await get(url);
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['cache-control']).toBe('no-store');
        const policy = String(answer.headers['content-security-policy']);
        expect(policy).not.toContain('unsafe');
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
        expect(answer.body).toContain(`<meta content="${nonce}">`);
        expect(answer.body).toMatch(/name="build" content="[\w-]{16}"/);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  test('may connect only to its own origin', async () => {
    const policy = async (url: string) => String((await get(url)).headers['content-security-policy']).split('; ');
    for (const site of ['/portal/', '/console/']) expect(await policy(site)).toContain("connect-src 'self'");
    // A worker is subject to the policy of its own file.
    expect(await policy('/console/assets/main-abc.js')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
    ]);
  });

  test('serves no file of another release or from outside its folder', async () => {
    const paths = ['assets/main-old.js', 'assets/../../secret', 'assets/%2e%2e/%2e%2e/etc/passwd', 'assets/'];
    for (const path of paths) expect((await get(`/portal/${path}`)).body).not.toContain('root:');
    expect((await get('/portal/assets/main-old.js')).statusCode).toBe(404);
    expect((await get('/portal/.vite/manifest.json')).body).toContain('<meta');
  });

  test('that was not built answers 503 with the build command', async () => {
    const answer = await get('/missing/');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build:sites');
  });

  test('with its own host is the redirect target of that host', async () => {
    const own = await get('/', { host: 'portal.example' });
    expect([own.statusCode, own.headers.location]).toEqual([302, '/portal/']);
    expect((await get('/', { host: 'other.example' })).statusCode).toBe(200);
  });
});
