// Access by role: walks the table of all pages and operations of the console.
import { type PackageRecord, STAFF_ROLES, type StaffRole } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { operationsRoutes } from '../../../apps/api/src/operations/routes.ts';
import {
  OPERATION_ROLES,
  PAGE_ROLES,
  PROPOSAL_ACCESS,
  RELATIONS,
  type Relation,
} from '../../harness/cases/console-access.ts';
import { settled } from '../../harness/open-pages.ts';
import { asStaff, whenExamined } from '../../harness/scenes/businesses.ts';
import { addressOf } from '../../harness/scenes/page-states.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';
import { pagesOf } from '../../harness/site-pages.ts';

const ROUTES = [...complianceRoutes, ...operationsRoutes];
const ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

let scene: SiteScene;
const people = new Map<StaffRole, SiteWindow & { person: SignedIn }>();
beforeAll(async () => {
  scene = await openConsole({ environment: { RATE_LIMIT_SESSION: '1000000' } });
  for (const role of STAFF_ROLES) people.set(role, await scene.enter({ role }));
});
afterAll(() => scene?.close());

function windowOf(role: StaffRole): SiteWindow & { person: SignedIn } {
  const window = people.get(role);
  if (window === undefined) throw new Error(`Nobody is ${role}`);
  return window;
}

describe.each(STAFF_ROLES)('as %s', (role) => {
  test('the API allows exactly the operations in the table', async () => {
    const { headers } = windowOf(role).person;
    const refused: string[] = [];
    for (const { operationId, method, path } of ROUTES) {
      const answer = await fetch(`${scene.origin}/api${path.replaceAll(/\{\w+\}/g, ID)}`, {
        method,
        headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const code = ((await answer.json()) as { error?: { code: string } }).error?.code;
      expect(answer.status, `${operationId} ${code}`).not.toBe(401);
      expect(answer.status, `${operationId} ${code}`).toBeLessThan(500);
      if (code === 'Session.RoleMissing') refused.push(operationId);
    }
    const expected = ROUTES.map(({ operationId }) => operationId).filter((id) => !OPERATION_ROLES[id]?.includes(role));
    expect(refused.sort()).toEqual(expected.sort());
  });

  test('each page opens, or says that the role does not allow it and shows nothing else', async () => {
    const window = windowOf(role);
    const refused: string[] = [];
    for (const page of pagesOf('console')) {
      // The search page reads nothing until something is searched for.
      await window.open(page === '/search' ? '/search?q=lagos' : addressOf(page));
      await settled(window.page);
      const notAllowed = window.page.getByText('Your role does not allow this', { exact: true });
      if ((await notAllowed.count()) > 0) refused.push(page);
    }
    const expected = Object.keys(PAGE_ROLES).filter((page) => !PAGE_ROLES[page]?.includes(role));
    expect(refused.sort()).toEqual(expected.sort());
  });

  test('the menu offers only pages that open', async () => {
    const window = windowOf(role);
    await window.open('/');
    // Without the operators' guide, which is no page of the console.
    const links = await window.page.getByRole('navigation', { name: 'Pages' }).locator('a:not([target])').all();
    const offered = await Promise.all(
      links.map(async (link) => new URL((await link.getAttribute('href')) ?? '', scene.origin)),
    );
    expect(offered.length).toBeGreaterThan(0);
    for (const { pathname } of offered) {
      expect(PAGE_ROLES[pathname.replace('/console', '') || '/'], pathname).toContain(role);
    }
  });
});

describe('a proposal', () => {
  /** Who proposes, and who opens the page. */
  const parts: Record<Relation, [proposer: StaffRole, reader: StaffRole | 'other analyst']> = {
    proposer: ['analyst', 'analyst'],
    'other analyst': ['analyst', 'other analyst'],
    'supervisor who proposed': ['supervisor', 'supervisor'],
    'other supervisor': ['analyst', 'supervisor'],
    auditor: ['analyst', 'auditor'],
  };

  test('offers to confirm, withdraw and send back only to those in the table', async () => {
    const acme = await addPartnerSystem(scene);
    const other = await scene.enter({ role: 'analyst' });
    const proposed = new Map<StaffRole, string>();
    for (const [role, registrationNumber] of [
      ['analyst', 'RC1000001'],
      ['supervisor', 'RC1000002'],
    ] as const) {
      const customer = await acme.create({ companyName: `Of ${role} Ltd`, registrationNumber });
      await whenExamined(scene, customer);
      const [{ person }, path] = [windowOf(role), `/packages/${customer.customerId}`];
      await asStaff(scene, person, 'POST', `${path}/claim`);
      const { evidenceVersion: seenVersion } = (await asStaff(scene, person, 'GET', path)) as PackageRecord;
      await asStaff(scene, person, 'POST', `${path}/decisions`, { outcome: 'Approve', seenVersion });
      proposed.set(role, path);
    }
    for (const relation of RELATIONS) {
      const [proposer, reader] = parts[relation];
      const window = reader === 'other analyst' ? other : windowOf(reader);
      await window.open(proposed.get(proposer) ?? '');
      await window.page.getByRole('heading', { name: /propose/ }).waitFor();
      await settled(window.page);
      const { confirm, withdraw, 'send back': back } = PROPOSAL_ACCESS[relation];
      const usable = async (name: RegExp) => {
        const buttons = await window.page.getByRole('button', { name }).all();
        return (await Promise.all(buttons.map((one) => one.isEnabled()))).some((enabled) => enabled);
      };
      const offered = [await usable(/^Confirm/), await usable(/^Withdraw/), await usable(/^Disagree/)];
      expect([relation, ...offered]).toEqual([
        relation,
        confirm === 'allowed',
        // A supervisor may withdraw it too; the page offers every colleague the same, which tells the proposer why.
        withdraw === 'allowed' && back !== 'allowed',
        back === 'allowed',
      ]);
      // Nor does the shortcut work.
      await window.page.keyboard.press('Control+Enter');
      await expect.poll(() => window.page.getByRole('dialog').count()).toBe(confirm === 'allowed' ? 1 : 0);
    }
    await other.context.close();
  });
});
