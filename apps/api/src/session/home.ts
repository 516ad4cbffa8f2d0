// A stand-in until the sites exist: where to sign in, and who is signed in.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sendPage } from './page.ts';

const MAIN = `<p><a href="/docs/">Reference of the Partner API</a></p>
<noscript><p>To see who is signed in, and to sign out, allow this page its script.</p></noscript>
<section aria-labelledby="partner-heading" data-realm="partner">
<h2 id="partner-heading">Partner staff</h2>
<p data-part="who" role="status">Not signed in.</p>
<p><a data-part="sign-in" href="/api/session/partner/sign-in">Sign in as partner staff</a></p>
<p><button type="button" data-part="sign-out" hidden>Sign out</button>
<button type="button" data-part="sign-out-everywhere" hidden>Sign out everywhere</button></p>
</section>
<section aria-labelledby="staff-heading" data-realm="staff">
<h2 id="staff-heading">Our staff</h2>
<p data-part="who" role="status">Not signed in.</p>
<p><a data-part="sign-in" href="/api/session/staff/sign-in">Sign in as our staff</a></p>
<p><button type="button" data-part="sign-out" hidden>Sign out</button>
<button type="button" data-part="sign-out-everywhere" hidden>Sign out everywhere</button></p>
</section>`;

export function serveHome(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    sendPage(reply, 200, { title: 'Partner Business Onboarding', main: MAIN, script: '/home.js' }),
  );
  const assets = { '/home.js': 'text/javascript; charset=utf-8', '/home.css': 'text/css; charset=utf-8' };
  for (const [path, type] of Object.entries(assets)) {
    const text = readFileSync(new URL(`./assets${path}`, import.meta.url), 'utf8');
    app.get(path, (_request, reply) => reply.type(type).header('x-content-type-options', 'nosniff').send(text));
  }
}
