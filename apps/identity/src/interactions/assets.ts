// The few files that pages need besides themselves. Named by their content, so browsers may keep them for ever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

interface Asset {
  path: string;
  type: string;
  content: string;
}

function asset(name: string, type: string, file: string | URL): Asset {
  const content = readFileSync(file, 'utf8');
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  const [stem = '', ending = ''] = name.split('.');
  return { path: `/assets/${stem}.${version}.${ending}`, type, content };
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
// The package names only its modules; the file that a page can load as it is lies beside them.
const webauthnModule = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
const webauthnBundle = new URL('../dist/bundle/index.umd.min.js', `file://${webauthnModule}`);

export const ASSETS = {
  style: asset('identity.css', 'text/css; charset=utf-8', new URL('assets/identity.css', import.meta.url)),
  passkey: asset('passkey.js', JAVASCRIPT, new URL('assets/passkey.js', import.meta.url)),
  webauthn: asset('webauthn.js', JAVASCRIPT, webauthnBundle),
};

export function serveAssets(app: FastifyInstance): void {
  for (const { path, type, content } of Object.values(ASSETS)) {
    app.get(path, (_request, reply) =>
      reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(content),
    );
  }
}
