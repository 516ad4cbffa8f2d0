import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const OTHER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

const PAGES = [
  {
    shows: 'the number of customers in each state, the webhook, the certificates and the latest outcomes',
    path: '/portal/',
    role: 'admin',
    page: {
      headings: ['Home', 'Webhook', 'Certificates', 'Latest outcomes'],
      links: [
        'Waiting for review → /portal/customers?status=PendingVerification',
        'In review → /portal/customers?status=StartedNotCompleted',
        'Changes requested → /portal/customers?status=ChangesRequested',
        'Approved → /portal/customers?status=Approved',
        'Rejected → /portal/customers?status=Rejected',
        'Not reviewed → /portal/customers?status=NotStarted',
        'Open the webhook → /portal/webhooks',
        'Open the certificates → /portal/credentials',
        'All customers → /portal/customers',
        `Lagos Trading Ltd → /portal/customers/${OTHER_ID}`,
      ],
      reads: [
        ['readOverview', {}],
        ['readCustomerStatistics', {}],
        [
          'listCustomers',
          {
            query: {
              verificationStatus: ['Approved', 'Rejected', 'ChangesRequested'],
              updatedFrom: '2026-10-17T12:00:00.000Z',
              limit: 6,
            },
          },
        ],
      ],
    },
  },
  {
    shows: 'the customers in the status of the URL, with the number in each',
    path: '/portal/customers?status=Approved',
    role: 'viewer',
    page: {
      headings: ['Customers'],
      buttons: ['Export CSV', 'Clear', 'Saved'],
      links: [
        'All 1,310 → /portal/customers',
        'Waiting for review 41 → /portal/customers?status=PendingVerification',
        'In review 9 → /portal/customers?status=StartedNotCompleted',
        'Changes requested 18 → /portal/customers?status=ChangesRequested',
        'Approved 1,204 → /portal/customers?status=Approved',
        'Rejected 38 → /portal/customers?status=Rejected',
        `Lagos Trading Ltd → /portal/customers/${OTHER_ID}`,
      ],
      columns: ['Customer', 'Your reference', 'Status', 'Since', 'Next step'],
      rows: [
        ['Lagos Trading Ltd Lagos Trading', 'acme-000042', 'Waiting for review', '2026-11-15T09:30:00.000Z', 'None'],
      ],
      reads: [
        ['listCustomers', { query: { verificationStatus: ['Approved'], limit: 25 } }],
        ['readCustomerStatistics', {}],
        ['readReferenceData', {}],
        ['readPartnerFilters', { query: { list: 'Customers' } }],
      ],
    },
  },
  {
    shows: 'a customer: what is asked, the profile and the review',
    path: `/portal/customers/${ID}`,
    role: 'viewer',
    page: {
      headings: ['Lagos Trading Ltd', 'Changes requested', 'Fix everything in one request', 'Profile', 'Review'],
      buttons: [
        'Copy your reference',
        'Overview',
        'People (1)',
        'Documents (1)',
        'Timeline',
        'Copy the request for a link: the request for an upload link: Proof of person address of Amara Okafor',
        'Copy the update request',
        'Copy for curl: the curl command',
        'Copy the customer id',
      ],
      links: [
        'All customers → /portal/customers',
        `Amara Okafor → /portal/customers/${ID}?tab=people`,
        'What is accepted in Nigeria → /portal/requirements?country=NGA&type=LLC',
      ],
      facts: {
        'Company name': 'Lagos Trading Ltd',
        'Trading name': 'Lagos Trading',
        'Registration number': 'RC1234567',
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
        'Purpose of account': 'Supplier payments',
        Metadata: 'crmId: 4711',
        'Customer id': `${OTHER_ID} Copy`,
        Submitted: '2026-11-15T09:30:00.000Z',
        Attempt: '1',
        Decided: '2026-11-15T14:05:00.000Z',
        'Next step': 'Upload documents',
        Updates: 'Accepted',
        Version: '2',
        'Last event': 'No. 5',
        Created: '2026-11-15T09:30:00.000Z',
        'Last changed': '2026-11-15T09:41:08.000Z',
      },
      reads: [
        ['readCustomer', { params: { customerId: ID } }],
        ['readCustomerVerification', { params: { customerId: ID } }],
      ],
    },
  },
  {
    shows: 'each person of a customer, with masked numbers',
    path: `/portal/customers/${ID}?tab=people`,
    role: 'viewer',
    page: {
      headings: ['Lagos Trading Ltd', 'Amara Okafor'],
      links: [
        'All customers → /portal/customers',
        'What is accepted in Nigeria, where Amara Okafor lives → /portal/requirements?country=NGA',
      ],
      facts: {
        Born: '1984-05-17',
        Nationality: 'Nigeria',
        'Tax residence': '–',
        'E-mail': 'amara.okafor@lagos-trading.example',
        Phone: '+2348031234568',
        Address: '4 Bourdillon Road, 101233 Lagos, Lagos, Nigeria',
        'Person id (uboId)': ID,
      },
      columns: ['Identity document', 'Issued by', 'Number', 'Expires'],
      rows: [['National ID', 'Nigeria', '****8901', '–']],
    },
  },
  {
    shows: 'the documents of a customer, which a viewer cannot save',
    path: `/portal/customers/${ID}?tab=documents`,
    role: 'viewer',
    page: {
      buttons: [
        'Copy your reference',
        'Overview',
        'People (1)',
        'Documents (1)',
        'Timeline',
        'Save the file: Certificate of incorporation (disabled)',
      ],
      links: [
        'All customers → /portal/customers',
        'What reviews usually ask for → /portal/requirements?country=NGA&type=LLC',
      ],
      columns: ['Document', 'Check', 'Size', 'Uploaded', 'File'],
      rows: [['Certificate of incorporation', 'Confirmed', '182 kB', '2026-11-15T09:41:07.000Z', 'Save']],
    },
  },
  {
    shows: 'the timeline of a customer, with the delivery of each event',
    path: `/portal/customers/${ID}?tab=timeline`,
    role: 'viewer',
    page: {
      links: [
        'All customers → /portal/customers',
        'Delivered after 2 attempts → /portal/webhooks/deliveries/0193a2b4-7c12-7d3e-9f53-2a6b8c0d1e2f',
      ],
      reads: [
        ['readCustomer', { params: { customerId: ID } }],
        ['readCustomerVerification', { params: { customerId: ID } }],
        ['readCustomerTrail', { params: { customerId: OTHER_ID }, query: { limit: 50 } }],
        ['listCustomerEvents', { params: { customerId: OTHER_ID }, query: {} }],
        ['listUsers', {}],
      ],
    },
  },
  {
    shows: 'what a country requires of businesses of a type',
    path: '/portal/requirements?country=NGA&type=LLC',
    role: 'viewer',
    page: {
      headings: [
        'Requirements',
        'Each person who lives in Nigeria',
        'An example to copy',
        'Documents by business type',
      ],
      buttons: ['Copy the example body'],
      columns: [
        'Identity document',
        'Number',
        'Example',
        'Dates',
        'Business type',
        'For the business',
        'For each person',
      ],
      rows: [
        [
          'National ID NATIOANL_ID',
          'National Identification Number (NIN) 11 digits ^\\d{11}$',
          '12345678901',
          'None needed',
        ],
        [
          'Sole proprietor',
          'Certificate of incorporation, Proof of business address, Tax certificate, Bank statement',
          'Identity front, Proof of person address',
        ],
      ],
      fields: { Country: 'Nigeria', 'Business type': 'LLC' },
      reads: [
        ['readReferenceData', {}],
        ['readCountryRequirements', { params: { countryCode: 'NGA' } }],
      ],
    },
  },
  {
    shows: 'all users, and a warning if only one admin can sign in',
    path: '/portal/team',
    role: 'admin',
    page: {
      headings: ['Team'],
      buttons: ['Invite a person'],
      links: [`Grace Otieno → /portal/team/${OTHER_ID}`],
      columns: ['Name', 'Role', 'Status', 'Second factors', 'Last sign-in', 'Sessions'],
      rows: [
        [
          'Grace Otieno (you) grace@acme.example',
          'Developer',
          'Active',
          'Authenticator app, 2 passkeys',
          '2026-11-15T09:30:00.000Z',
          '1',
        ],
      ],
      alerts: [
        'Only one admin can sign in If they lose their second factor, nobody here can manage the organisation. Make someone you trust an admin too.',
      ],
      reads: [['listUsers', { query: {} }]],
    },
  },
  {
    shows: 'the invitation of a person',
    path: '/portal/team?invite=open',
    role: 'admin',
    page: {
      headings: ['Team', 'Invite a person'],
      buttons: ['Invite a person', 'Close', 'Cancel', 'Send the invitation'],
      fields: { Name: '', 'E-mail address': '', Admin: 'not checked', Developer: 'checked', Viewer: 'not checked' },
    },
  },
  {
    shows: 'a user: role, sign-in and sessions',
    path: `/portal/team/${ID}`,
    role: 'admin',
    page: {
      headings: ['Grace Otieno', 'Access', 'Sessions'],
      links: [
        'All users → /portal/team',
        `What Grace Otieno changed → /portal/activity?person=${OTHER_ID}`,
        'Sessions and notifications → /portal/you',
      ],
      facts: {
        Role: 'Developer. Sees everything, sends test events and replays deliveries.',
        Status: 'Active',
        'Second factors': 'Authenticator app, 2 passkeys',
        'Last sign-in': '2026-11-15T09:30:00.000Z',
        Invited: '2026-11-01T09:30:00.000Z',
        Changes: 'What Grace Otieno changed',
      },
      columns: ['Browser', 'IP address', 'Signed in', 'Last used'],
      rows: [['Firefox on Linux', '203.0.113.7', '2026-11-15T09:30:00.000Z', '2026-11-15T09:31:00.000Z']],
      reads: [['readUser', { params: { accountId: ID } }]],
    },
  },
  {
    shows: 'the changes that match the filters in the URL',
    path: '/portal/activity?kind=Team&cursor=next',
    role: 'admin',
    page: {
      headings: ['Activity'],
      buttons: ['Export CSV', 'Saved'],
      links: ['Ada Lind → /portal/team/0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30', 'Newest → /portal/activity?kind=Team'],
      columns: ['When', 'Who', 'What'],
      rows: [['2026-11-15T09:30:00.000Z', 'Ada Lind', 'Changed the role of Grace Otieno to developer']],
      fields: {
        All: 'not checked',
        Users: 'checked',
        Webhook: 'not checked',
        Certificates: 'not checked',
        Exports: 'not checked',
        By: 'Anyone',
        Since: '',
      },
      reads: [
        ['listActivity', { query: { kind: 'Team', cursor: 'next' } }],
        ['listUsers', {}],
        ['readPartnerFilters', { query: { list: 'Activity' } }],
      ],
    },
  },
  {
    shows: 'the own account, its mails and sessions',
    path: '/portal/you',
    role: 'viewer',
    page: {
      headings: ['You', 'Mail notifications', 'Where you are signed in'],
      buttons: ['Sign out everywhere'],
      links: ['Password, second factors and recovery codes → https://id.onboarding.example/account'],
      facts: {
        Name: 'Ada Lind',
        Organisation: 'Acme Marketplace',
        Role: 'Viewer. Sees everything and changes nothing.',
        'Sign-in': 'Password, second factors and recovery codes',
      },
      columns: ['Browser', 'IP address', 'Signed in', 'Last used', 'End'],
      rows: [['Firefox on Linux', '203.0.113.7', '2026-11-15T09:30:00.000Z', '2026-11-15T09:31:00.000Z', 'This one']],
      fields: {
        'Mail me when a review ends or asks for changes At most one mail every ten minutes, however many reviews end. Mails identify customers by your own reference.':
          'checked',
      },
      reads: [
        ['readNotifications', {}],
        ['listPartnerSessions', {}],
      ],
    },
  },
];

test.each(PAGES)('shows $shows', async ({ path, role, page }) => {
  expect(await shownPage(router, path, { session: { role } })).toMatchObject(page);
});
