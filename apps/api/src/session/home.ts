// The root path of a host. If the host serves one site, it redirects there; if both sites share a host, as in development, the
// page shows who is signed in to which.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sendPage } from './page.ts';

/** The same theme as the sites and the sign-in pages. */
const LOOK = ['tokens.css', 'plain.css'].map((name) => `../../../../packages/ui/src/theme/${name}`);

const MAIN = `<p><a href="/portal/">Partner portal</a></p>
<p><a href="/console/">Staff console</a></p>
<p><a href="/docs/">Documentation</a></p>
<noscript><p>To see who is signed in and to sign out, enable JavaScript.</p></noscript>
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

/** `hosts`: the path of the only site that a host serves. */
export function serveHome(app: FastifyInstance, hosts: ReadonlyMap<string, string>): void {
  app.get('/', (request, reply) => {
    const path = hosts.get(request.host);
    return path === undefined
      ? sendPage(reply, 200, { title: 'Partner Business Onboarding', main: MAIN, script: '/home.js' })
      : reply.redirect(`${path}/`, 302);
  });
  const serve = (path: string, type: string, files: readonly string[]) => {
    const text = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');
    app.get(path, (_request, reply) => reply.type(type).header('x-content-type-options', 'nosniff').send(text));
  };
  serve('/home.js', 'text/javascript; charset=utf-8', ['./assets/home.js']);
  serve('/home.css', 'text/css; charset=utf-8', LOOK);
}
