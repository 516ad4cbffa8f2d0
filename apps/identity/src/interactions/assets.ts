// The files that pages load. Named by a hash of their content, so browsers may cache them forever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';

interface Asset {
  path: string;
  type: string;
  content: string;
}

function asset(name: string, type: string, ...files: (string | URL)[]): Asset {
  const content = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  const [stem = '', ending = ''] = name.split('.');
  return { path: `/assets/${stem}.${version}.${ending}`, type, content };
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
// The package exports only its modules; the file for browsers is next to them.
const webauthnModule = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
const webauthnBundle = new URL('../dist/bundle/index.umd.min.js', pathToFileURL(webauthnModule));

/** The same theme as the sites. */
const LOOK = ['tokens.css', 'plain.css'].map(
  (name) => new URL(`../../../../packages/ui/src/theme/${name}`, import.meta.url),
);

export const ASSETS = {
  style: asset('identity.css', 'text/css; charset=utf-8', ...LOOK, new URL('assets/identity.css', import.meta.url)),
  fields: asset('fields.js', JAVASCRIPT, new URL('assets/fields.js', import.meta.url)),
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
