// What the account page says about the browsers in which someone is signed in.
import { expect, test } from 'vitest';
import { accountView } from './account-views.ts';
import { html, markupOf } from './html.ts';

const NOW = new Date('2026-11-18T12:34:56Z');
const person = { realm: 'staff', name: 'Ada Okafor', email: 'ada@service.example' } as const;
type Content = Parameters<typeof accountView>[0];

function bodyFor(userAgents: readonly string[]): string {
  const sessions = userAgents.map((userAgent) => ({
    createdAt: NOW,
    lastSeenAt: NOW,
    address: '192.0.2.1',
    userAgent,
  }));
  const content = { account: person, token: 't', sessions, factors: [], codesLeft: 1, home: undefined };
  return markupOf(html`${accountView(content as unknown as Content).body}`);
}

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iOS'],
  ['Chrome/156.0', 'Chrome'],
  ['', 'Unknown browser'],
  ['a-tool/1.0', 'a-tool/1.0'],
  ['<b>'.padEnd(61, 'x'), `&lt;b&gt;${'x'.repeat(57)}`],
])('a session of the browser "%s" is called "%s"', (userAgent, name) => {
  expect(bodyFor([userAgent])).toContain(`<p>${name}</p>`);
});

test('without a session, the page says that no application is open', () => {
  expect(bodyFor([])).toContain('You are not signed in to any application right now');
  expect(bodyFor([''])).not.toContain('You are not signed in');
});
