import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const OTHER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

const PAGES = [
  {
    shows: 'the packages that wait, by priority, with the number in each view',
    path: '/console/queue',
    role: 'analyst',
    page: {
      headings: ['Queue'],
      buttons: ['Take next', 'Saved', 'Refresh'],
      links: [
        'Waiting 412 → /console/queue',
        'Yours 2 → /console/queue?view=mine',
        'To confirm 5 → /console/queue?view=confirm',
        'Claimed by others 37 → /console/queue?view=claimed',
        `Lagos Trading Ltd → /console/packages/${ID}`,
      ],
      columns: ['Business', 'Why', 'Priority', 'Waiting', 'Flags', 'Country'],
      rows: [
        [
          'Lagos Trading Ltd Acme Payments, merchant-0042',
          'Answered Attempt 2',
          'High',
          '26 h 2 h late',
          'Similar name',
          'Nigeria LLC',
        ],
      ],
      reads: [
        ['listQueue', { query: { limit: 25 } }],
        ['readQueueCounts', {}],
        ['readQueueFilters', {}],
        ['readStaffFilters', { query: { list: 'Queue' } }],
      ],
    },
  },
  {
    shows: 'the packages that others claimed, to an auditor who can take none',
    path: '/console/queue?view=claimed&olderThan=24&cursor=next',
    role: 'auditor',
    page: {
      headings: ['Queue'],
      buttons: ['Take next (disabled)', 'Clear', 'Saved', 'Refresh'],
      columns: ['Business', 'Claimed by', 'Waiting', 'Flags', 'Claim ends'],
      rows: [
        [
          'Lagos Trading Ltd Acme Payments, merchant-0042',
          'Ada Analyst Proposes: approve',
          '26 h 2 h late',
          'Similar name',
          '2026-11-22T10:20:00.000Z',
        ],
      ],
      reads: [
        ['listQueue', { query: { claimedBy: 'others', olderThanHours: 24, cursor: 'next', limit: 25 } }],
        ['readQueueCounts', {}],
        ['readQueueFilters', {}],
        ['readStaffFilters', { query: { list: 'Queue' } }],
      ],
    },
  },
  {
    shows: 'a business with its flags, and every action of a supervisor',
    path: `/console/packages/${ID}`,
    role: 'supervisor',
    page: {
      headings: ['Lagos Trading Ltd', 'Screening', 'Decision'],
      buttons: ['Release', 'Reassign', 'Take next', 'Business', 'People 1', 'History'],
      links: [
        'Lagos Trading Limited → /console/packages/0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30',
        `Compare with Lagos Trading Limited → /console/packages/${ID}?compare=0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30`,
      ],
      facts: {
        'Registered name': 'Lagos Trading Ltd',
        'Trading name': 'Lagos Trading',
        Registration: 'RC1234567',
        'Registered on': '2019-03-28',
        Country: 'Nigeria',
        Type: 'LLC',
        Industry: 'Trading income',
        Description: 'Import and wholesale of office equipment.',
        Website: 'https://lagos-trading.example',
        'E-mail': 'office@lagos-trading.example',
        Phone: '+2348031234567',
        Address: '12 Marina Road, 101241 Lagos, Lagos, Nigeria',
        'Monthly turnover': 'Up to 100k',
        'Transaction value': 'Up to 15k',
        'Source of funds': 'Customer revenue',
        Purpose: 'Supplier payments',
        Submitted: '2026-11-15T15:10:00.000Z',
      },
      reads: [
        ['readPackage', { params: { customerId: ID } }],
        ['readPackageState', { params: { customerId: OTHER_ID } }],
      ],
    },
  },
  {
    shows: 'the same business to an auditor, who can change nothing',
    path: `/console/packages/${ID}`,
    role: 'auditor',
    page: {
      buttons: ['Release (disabled)', 'Take next (disabled)', 'Business', 'People 1', 'History'],
    },
  },
  {
    shows: 'the audit trail of a business',
    path: `/console/packages/${ID}/trail`,
    role: 'auditor',
    page: {
      headings: ['Audit trail'],
      buttons: [
        'Copy the customer id',
        '…8c0d1e2f: copy the request of entry 4',
        '…b0f00a08: copy the hash of entry 4',
      ],
      links: [`The package → /console/packages/${ID}`],
      columns: ['No.', 'When', 'What', 'Who', 'Request', 'Hash'],
      rows: [
        [
          '4',
          '2026-11-15T14:06:00.000Z',
          'Document opened',
          'Ada Lind',
          '…8c0d1e2f: copy the request of entry 4',
          '…b0f00a08: copy the hash of entry 4',
        ],
      ],
      reads: [['readPackageTrail', { params: { customerId: ID }, query: { limit: 50 } }]],
    },
  },
  {
    shows: 'the businesses that match the words in the URL',
    path: '/console/search?q=lagos',
    role: 'auditor',
    page: {
      headings: ['Search'],
      links: [`Lagos Trading Ltd → /console/packages/${ID}`],
      columns: ['Business', 'Registration', 'Partner', 'Status'],
      rows: [
        [
          'Lagos Trading Ltd Lagos Trading',
          'RC123456 Nigeria',
          'Acme Payments merchant-0042',
          'Approved 2026-11-12T08:15:00.000Z',
        ],
      ],
      fields: { 'Name, reference, registration number or customer id': 'lagos' },
      reads: [
        ['readStaffFilters', { query: { list: 'Search' } }],
        ['searchBusinesses', { query: { q: 'lagos', limit: 25 } }],
      ],
    },
  },
  {
    shows: 'no business, and no request, without words',
    path: '/console/search',
    role: 'auditor',
    page: { rows: [], reads: [['readStaffFilters', { query: { list: 'Search' } }]] },
  },
  {
    shows: 'the reads that match the filters in the URL',
    path: `/console/reads?person=${ID}&kind=Package&cursor=next`,
    role: 'auditor',
    page: {
      headings: ['Reading trail'],
      links: [
        'Ada Analyst → /console/reads?person=0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f&kind=Package',
        `Lagos Trading Limited → /console/packages/${ID}`,
        `All reads → /console/reads?person=${ID}&kind=Package&customer=${ID}`,
        `Newest → /console/reads?person=${ID}&kind=Package`,
      ],
      columns: ['When', 'Who', 'What', 'Business', 'From'],
      rows: [
        [
          '2026-11-15T15:41:07.000Z',
          'Ada Analyst',
          'Opened the package',
          'Lagos Trading LimitedAll reads',
          '203.0.113.7',
        ],
      ],
      reads: [
        ['listReads', { query: { accountId: ID, kind: 'Package', cursor: 'next' } }],
        ['listColleagues', { query: { include: 'auditors' } }],
      ],
    },
  },
  {
    shows: 'the figures of the reviews and the work of each analyst in the last seven days',
    path: '/console/lead',
    role: 'supervisor',
    page: {
      headings: [
        'Statistics',
        'In and out',
        'Outcomes',
        'Time to decision',
        'Within target',
        'Waiting by age',
        'Top reasons',
        'Waiting by flag',
        'Work by analyst, 7 days',
      ],
      links: [
        'Similar name → /console/queue?flag=SimilarName',
        'Screening hit → /console/queue?flag=ScreeningHit',
        'What they read → /console/reads?person=0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f',
      ],
      columns: [
        'Day (UTC)',
        'Came in',
        'Decided',
        'Day (UTC)',
        'Approved',
        'Changes requested',
        'Rejected',
        'Day (UTC)',
        'Median',
        '95th percentile',
        'Day (UTC)',
        'Within target',
        'In the queue for (hours, days)',
        'Packages',
        'Reason',
        'Decisions',
        'Flag',
        'Packages',
        'Who',
        'Claimed',
        'Proposed',
        'Confirmed',
        'Changes requested',
        'Reading trail',
      ],
      rows: [
        ['Nov 15', '402', '397'],
        ['Nov 15', '310', '75', '12'],
        ['Nov 15', '6.1 hr', '28.4 hr'],
        ['Nov 15', '90.9%'],
        ['0–4 h', '120'],
        ['4–24 h', '201'],
        ['1–3 d', '80'],
        ['3–7 d', '11'],
        ['over 7 d', '0'],
        ['Document unreadable', '21'],
        ['Similar name', '18'],
        ['Screening hit', '3'],
        ['Ada Analyst', '412', '310', '288', '90', 'What they read'],
      ],
      fields: { '7 days': 'checked', '30 days': 'not checked', 'From (UTC)': '2026-11-10', 'To (UTC)': '2026-11-16' },
      reads: [
        ['readReviewStatistics', {}],
        ['listAnalystWork', { query: { from: '2026-11-10', to: '2026-11-17' } }],
      ],
    },
  },
  {
    shows: 'the packages of others, of which none is chosen yet',
    path: '/console/reassign',
    role: 'supervisor',
    page: {
      headings: ['Reassign packages'],
      buttons: ['Reassign 0 packages (disabled)'],
      links: [`Lagos Trading Ltd → /console/packages/${ID}`],
      columns: ['', 'Business', 'Claimed by', 'State', 'Target'],
      fields: {
        'Claimed by': 'Everyone but you',
        'New analyst': 'Choose what happens',
        '0 of 1 chosen': 'not checked',
        'Choose Lagos Trading Ltd': 'not checked',
      },
      reads: [
        ['listQueue', { query: { claimedBy: 'others', limit: 100 } }],
        ['listColleagues', {}],
      ],
    },
  },
];

test.each(PAGES)('shows $shows', async ({ path, role, page }) => {
  expect(await shownPage(router, path, { session: { role } })).toMatchObject(page);
});
