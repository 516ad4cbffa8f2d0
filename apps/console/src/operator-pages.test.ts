import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';

const PAGES = [
  {
    shows: 'the partners that match the filters in the URL, with their standing, and a link to the first page',
    path: '/console/partners?q=ac&standing=working&cursor=next',
    role: 'operator',
    page: {
      headings: ['Partners'],
      buttons: ['Create a partner'],
      links: [
        'Acme Marketplace → /console/partners/0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
        'First page → /console/partners?q=ac&standing=working',
      ],
      columns: ['Name', 'Standing', 'Created'],
      rows: [
        ['Acme Marketplace acme-marketplace-0193a2b47c117d019b2a0a1b2c3d4e5f', 'Active', '2026-11-01T09:30:00.000Z'],
      ],
      fields: { 'Name, partner id or client id': 'ac', Standing: 'Active' },
      reads: [['listPartners', { query: { q: 'ac', cursor: 'next', status: 'Active', onboardingStatus: 'Approved' } }]],
    },
  },
  {
    shows: 'a partner: its standing, limits, certificates, users and the actions of operators',
    path: `/console/partners/${ID}`,
    role: 'operator',
    page: {
      headings: ['Acme Marketplace', 'API limits', 'API certificates', 'Users', 'Operator actions'],
      buttons: [
        'Copy the client id',
        'Copy the partner id',
        'Deactivate',
        'Change the limits',
        'Revoke Production server 1',
        'Invite an admin',
        'Access for Grace Otieno',
      ],
      links: ['All partners → /console/partners'],
      facts: {
        Standing: 'Active Its systems and users have access.',
        'Client id': 'acme-marketplace-0193a2b47c117d019b2a0a1b2c3d4e5f Copy',
        'Partner id': '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f Copy',
        Created: '2026-11-01T09:30:00.000Z',
        Reads: '100 per second (default)',
        Writes: '25 per second (default)',
        'Upload links': '10 per second (default)',
      },
      columns: [
        'Name',
        'State',
        'Registered',
        'Last token',
        '',
        'Name',
        'Role',
        'Status',
        'Second factors',
        'Last sign-in',
        '',
        'When',
        'Who',
        'What',
        'Why',
      ],
      rows: [
        [
          'Production server 1 CN=acme-marketplace',
          '351 days left until 2027-11-01T00:00:00.000Z',
          '2026-11-02T09:30:00.000Z by Grace Otieno',
          '2026-11-15T09:30:00.000Z',
          'Revoke',
        ],
        ['Grace Otieno grace@acme.example', 'admin', 'Invited The link has expired', 'None yet', 'Never', 'Access'],
        ['2026-11-15T09:30:00.000Z', 'Olu Operator', 'Approved the partner', 'Contract signed on 2026-11-12.'],
      ],
      reads: [
        ['readPartner', { params: { partnerId: ID } }],
        ['listPartnerUsers', { params: { partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f' }, query: {} }],
        ['listPartnerActions', { params: { partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f' }, query: {} }],
      ],
    },
  },
  {
    shows: 'the form for the limits of a partner',
    path: `/console/partners/${ID}?ask=limits`,
    role: 'operator',
    page: {
      headings: [
        'Acme Marketplace',
        'API limits',
        'API certificates',
        'Users',
        'Operator actions',
        'Limits of Acme Marketplace',
      ],
      fields: { 'Reads per second': '', 'Writes per second': '', 'Upload links per second': '', Reason: '' },
    },
  },
  {
    shows: 'the confirmation before a partner is deactivated',
    path: `/console/partners/${ID}?ask=deactivate`,
    role: 'operator',
    page: {
      headings: [
        'Acme Marketplace',
        'API limits',
        'API certificates',
        'Users',
        'Operator actions',
        'Deactivate Acme Marketplace?',
      ],
      fields: { Reason: '' },
    },
  },
  {
    shows: 'the invitation of an admin',
    path: `/console/partners/${ID}?ask=invite`,
    role: 'operator',
    page: {
      headings: [
        'Acme Marketplace',
        'API limits',
        'API certificates',
        'Users',
        'Operator actions',
        'Invite an admin of Acme Marketplace',
      ],
      fields: { Name: '', 'E-mail address': '' },
    },
  },
  {
    shows: 'the confirmation before a certificate is revoked',
    path: `/console/partners/${ID}?ask=revoke&certificate=${ID}`,
    role: 'operator',
    page: {
      headings: [
        'Acme Marketplace',
        'API limits',
        'API certificates',
        'Users',
        'Operator actions',
        'Revoke “Production server 1”?',
      ],
      fields: { Reason: '' },
    },
  },
  {
    shows: 'a partner without any action that could be used, to another role',
    path: `/console/partners/${ID}?ask=invite`,
    role: 'analyst',
    page: {
      headings: [
        'Acme Marketplace',
        'API limits',
        'API certificates',
        'Users',
        'Operator actions',
        'Invite an admin of Acme Marketplace',
      ],
      buttons: [
        'Copy the client id',
        'Copy the partner id',
        'Deactivate (disabled)',
        'Change the limits (disabled)',
        'Revoke Production server 1 (disabled)',
        'Invite an admin (disabled)',
        'Access for Grace Otieno (disabled)',
        'Close',
      ],
    },
  },
  {
    shows: 'the jobs that failed, the processes, the dispatchers and the queues',
    path: '/console/jobs',
    role: 'operator',
    page: {
      headings: ['Jobs', 'Dead letters', 'Processes', 'Webhooks', 'Queues'],
      buttons: ['Retry the job from mail.send'],
      links: [
        'Runbook: how to find the cause → https://console.onboarding.example/console/handbook/runbooks/DeadLetters',
      ],
      facts: {
        worker: '2 ready, last seen yesterday',
        Dispatchers: '1 running',
        'Last seen': '2026-11-15T09:29:57.000Z',
        'Receivers waiting': 'None',
        'Oldest waiting': '–',
      },
      columns: [
        'Queue',
        'Failed',
        'Error',
        'Attempts',
        'Retry',
        'Queue',
        'Waiting',
        'Delayed',
        'Running',
        'Oldest waiting',
        'Last counted',
      ],
      rows: [
        ['mail.send', '2026-11-15T09:30:00.000Z', 'Error ECONNREFUSED', '21', 'Retry'],
        ['mail.send', '2', '1', '1', 'Late: 2026-11-15T09:29:58.000Z', 'No worker since 2026-11-15T09:29:50.000Z'],
      ],
      alerts: [
        'These jobs ran out of retries Find and fix the cause, then retry them. The content of a job is never shown here, because it may be personal data.',
      ],
      reads: [
        ['readJobHealth', {}],
        ['listDeadLetters', { query: {} }],
      ],
    },
  },
  {
    shows: 'every country with its rules and the number of drafts',
    path: '/console/reference',
    role: 'operator',
    page: {
      headings: ['Reference data'],
      links: ['Nigeria → /console/reference?country=NGA'],
      columns: ['Country', 'Status', 'Rules for residents', 'Decided', 'Drafts'],
      rows: [['Nigeria NGA', 'Open', 'Version 1, 4 documents', '2026-11-01T09:30:00.000Z by Olga Operator', '1']],
      reads: [['listRuledCountries', {}]],
    },
  },
  {
    shows: 'a country: its decisions, the versions of its rules and the actions of operators',
    path: '/console/reference?country=NGA',
    role: 'operator',
    page: {
      headings: ['Reference data', 'Nigeria', 'Rules for residents', 'Operator actions'],
      buttons: ['Close the country', 'Prohibit', 'Mark as high risk', 'Activate version 2'],
      links: ['All countries → /console/reference'],
      facts: {
        Status: 'Open Its businesses are accepted.',
        Opened: '2026-11-01T09:30:00.000Z, by Olga Operator',
        'Ordinary risk': '2026-11-01T09:30:00.000Z, by Olga Operator: FATF, October 2025',
      },
      columns: ['Version', 'Status', 'Documents', 'Active from', 'Until', 'Activate', 'When', 'Who', 'What', 'Why'],
      rows: [
        ['2', 'Draft', '1', '–', '–', 'Activate'],
        ['2026-11-01T09:30:00.000Z', 'Olga Operator', 'Opened the country', 'Board, 3 March: first markets.'],
      ],
      reads: [
        ['listRuledCountries', {}],
        ['listRuleVersions', { params: { countryCode: 'NGA' } }],
        ['listCountryActions', { params: { countryCode: 'NGA' }, query: {} }],
      ],
    },
  },
  {
    shows: 'the confirmation before a country is closed',
    path: '/console/reference?country=NGA&ask=close',
    role: 'operator',
    page: {
      headings: ['Reference data', 'Nigeria', 'Rules for residents', 'Operator actions', 'Close Nigeria?'],
      fields: { Reason: '' },
    },
  },
  {
    shows: 'all staff, and a warning if only one operator can sign in',
    path: '/console/staff',
    role: 'operator',
    page: {
      headings: ['Staff'],
      buttons: ['Invite a colleague'],
      links: ['Ada Analyst → /console/staff/0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f'],
      columns: ['Name', 'Role', 'Status', 'Second factors', 'Last sign-in', 'Sessions'],
      rows: [
        ['Ada Analyst ada@service.example', 'Analyst', 'Active', 'Authenticator app', '2026-11-15T09:30:00.000Z', '0'],
      ],
      alerts: [
        'Only one operator can sign in If they lose their second factor, only a command on the server can restore access. Invite a second operator.',
      ],
      reads: [['listStaff', { query: {} }]],
    },
  },
  {
    shows: 'the invitation of a colleague',
    path: '/console/staff?ask=invite',
    role: 'operator',
    page: {
      headings: ['Staff', 'Invite a colleague'],
      buttons: ['Invite a colleague', 'Close', 'Cancel', 'Send the invitation'],
      fields: {
        Name: '',
        'E-mail address': '',
        Analyst: 'checked',
        Supervisor: 'not checked',
        Auditor: 'not checked',
        Operator: 'not checked',
      },
    },
  },
  {
    shows: 'a colleague: role, sign-in, and the changes of the account',
    path: `/console/staff/${ID}`,
    role: 'operator',
    page: {
      headings: ['Ada Analyst', 'Access', 'Sessions', 'Account changes'],
      buttons: ['Change the role', 'Sign out everywhere', 'Reset second factors', 'Disable'],
      links: ['All staff → /console/staff'],
      facts: {
        Role: 'Analyst. Reviews businesses and decides on them, together with a second analyst.',
        Status: 'Active',
        'Second factors': 'Authenticator app',
        'Last sign-in': '2026-11-15T09:30:00.000Z',
        Invited: '2026-11-01T09:30:00.000Z',
      },
      columns: ['When', 'Who', 'What'],
      rows: [['2026-11-01T09:30:00.000Z', 'Olu Operator', 'Invited: analyst']],
      alerts: [],
      reads: [['readStaff', { params: { accountId: ID } }]],
    },
  },
  {
    shows: 'the choice of a new role',
    path: `/console/staff/${ID}?ask=role`,
    role: 'operator',
    page: {
      headings: ['Ada Analyst', 'Access', 'Change Ada Analyst’s role', 'Sessions', 'Account changes'],
      fields: { Analyst: 'checked', Supervisor: 'not checked', Auditor: 'not checked', Operator: 'not checked' },
    },
  },
];

test.each(PAGES)('shows $shows', async ({ path, role, page }) => {
  expect(await shownPage(router, path, { session: { role } })).toMatchObject(page);
});
