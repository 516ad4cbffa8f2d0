import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const OTHER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

const PAGES = [
  {
    shows: 'the webhook to an admin, who can change it',
    path: '/portal/webhooks',
    role: 'admin',
    page: {
      headings: [
        'Webhook',
        'Your receiver is not accepting our deliveries',
        'Receiver',
        'Deliveries over time',
        'Why attempts failed',
        'What changed',
      ],
      buttons: ['Send a test event', 'Copy the URL'],
      facts: {
        URL: 'https://hooks.partner.example/onboarding Copy',
        Waiting: '31 deliveries, oldest event 2026-11-15T08:04:10.000Z',
        'Last accepted': '2026-11-15T08:03:58.000Z',
        Registered: '2026-10-02T14:05:00.000Z',
        Secret: '1 active secret',
      },
      columns: [
        'Hour',
        'Delivered',
        'Failed attempts',
        'Given up',
        'p95',
        'Reason',
        'Attempts',
        'What to do',
        'When',
        'Who',
        'What',
      ],
      reads: [
        ['readWebhook', {}],
        ['readWebhookStatistics', { query: { bucket: 'Hour' } }],
        ['listWebhookChanges', { query: { limit: 8 } }],
      ],
    },
  },
  {
    shows: 'the webhook to a viewer, who cannot send a test event',
    path: '/portal/webhooks',
    role: 'viewer',
    page: { buttons: ['Send a test event (disabled)', 'Copy the URL'] },
  },
  {
    shows: 'the confirmation before the secret is rotated',
    path: '/portal/webhooks?action=rotate',
    role: 'admin',
    page: {
      headings: [
        'Webhook',
        'Your receiver is not accepting our deliveries',
        'Receiver',
        'Deliveries over time',
        'Why attempts failed',
        'What changed',
        'Rotate the secret',
      ],
      buttons: ['Send a test event', 'Copy the URL', 'Close', 'Cancel', 'Create a new secret'],
    },
  },
  {
    shows: 'an event type with the schema of its data',
    path: '/portal/webhooks/events?type=business.profile.created&show=schema',
    role: 'viewer',
    page: {
      headings: ['Events', 'business.profile.created Version 1 A business profile was created.'],
      buttons: [
        'business.profile.created Version 1 A business profile was created.',
        'Copy the name of the event',
        'Copy the JSON Schema of data',
      ],
      links: ['your webhook → /portal/webhooks'],
      fields: { Example: 'not checked', 'JSON Schema': 'checked' },
      reads: [['listEventTypes', {}]],
    },
  },
  {
    shows: 'the deliveries in the state of the URL, and the latest replays',
    path: '/portal/webhooks/deliveries?status=Exhausted',
    role: 'admin',
    page: {
      headings: ['Deliveries', 'Recent replays'],
      buttons: [
        'Export CSV',
        'Replay all matches',
        'The last 24 hours',
        'The last 7 days',
        'The last 30 days',
        'Saved',
        'Newer (disabled)',
        'Older (disabled)',
      ],
      links: [
        'business.profile.created → /portal/webhooks/deliveries/0193a2b4-7c12-7d3e-9f53-2a6b8c0d1e2f',
        `Lagos Trading Ltd → /portal/customers/${ID}`,
        '2026-11-15T10:02:00.000Z → /portal/webhooks/replays/0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f',
      ],
      columns: [
        'Occurred',
        'Event',
        'Customer',
        'Status',
        'Next attempt',
        'Attempts',
        'Response',
        'Requested',
        'By',
        'Events',
        'Cancelled',
      ],
      rows: [
        ['2026-11-15T09:30:00.000Z', 'business.profile.created', 'Lagos Trading Ltd', 'Delivered', '–', '2', '204'],
        ['2026-11-15T10:02:00.000Z', 'Amara Okafor', '42', 'No'],
      ],
      reads: [
        ['listDeliveries', { query: { status: 'Exhausted', from: '2026-11-15T12:00:00.000Z', page: 1, pageSize: 50 } }],
        ['listEventTypes', {}],
        ['readPartnerFilters', { query: { list: 'Deliveries' } }],
        ['listReplays', { query: { limit: 5 } }],
      ],
    },
  },
  {
    shows: 'the deliveries to a viewer, who cannot replay them',
    path: '/portal/webhooks/deliveries',
    role: 'viewer',
    page: {
      buttons: [
        'Export CSV',
        'Replay all matches (disabled)',
        'The last 24 hours',
        'The last 7 days',
        'The last 30 days',
        'Saved',
        'Newer (disabled)',
        'Older (disabled)',
      ],
    },
  },
  {
    shows: 'a delivery: its attempts, its body and the check of a signature',
    path: `/portal/webhooks/deliveries/${ID}`,
    role: 'viewer',
    page: {
      headings: ['business.profile.created', 'State', 'Attempts', 'Body', 'Check a signature'],
      buttons: [
        'Send this event again (disabled)',
        'Copy the event id',
        'Copy the delivery id',
        'Copy the headers of attempt 1',
        'Copy the headers of attempt 2',
        'Copy the exact bytes: the exact bytes',
        'Copy the formatted body',
        'Check (disabled)',
      ],
      links: [
        'All deliveries → /portal/webhooks/deliveries',
        `Lagos Trading Ltd → /portal/customers/${ID}`,
        'All deliveries of this event → /portal/webhooks/deliveries?event=0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45',
      ],
      facts: {
        Occurred: '2026-11-15T09:30:00.000Z',
        Customer: 'Lagos Trading Ltd',
        Replay: 'No',
        'Event id': '0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45 Copy',
        'Delivery id': '0193a2b4-7c12-7d3e-9f53-2a6b8c0d1e2f Copy',
        'Sent more than once?': 'All deliveries of this event',
      },
      reads: [['readDelivery', { params: { deliveryId: ID } }]],
    },
  },
  {
    shows: 'the progress of a replay, and what was asked for',
    path: `/portal/webhooks/replays/${ID}`,
    role: 'viewer',
    page: {
      headings: ['Replay in progress', 'Request'],
      buttons: ['Cancel the replay (disabled)'],
      links: [
        'All deliveries → /portal/webhooks/deliveries',
        '30 → /portal/webhooks/deliveries?replay=0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f&status=Delivered',
        '1 → /portal/webhooks/deliveries?replay=0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f&status=Exhausted',
        '11 → /portal/webhooks/deliveries?replay=0193a2b4-7c13-7d3e-9f53-2a6b8c0d1e2f&status=Pending',
      ],
      facts: {
        Requested: '2026-11-15T10:02:00.000Z',
        By: 'Amara Okafor',
        'Events from': '2026-11-14T00:00:00.000Z',
        'Events to': '2026-11-15T00:00:00.000Z',
        'Delivery status': 'Given up',
        'Event type': 'Any',
        Customer: 'Any',
        'Events from before the webhook was registered': 'Not included',
      },
      reads: [['readReplay', { params: { replaySeries: ID } }]],
    },
  },
  {
    shows: 'the credentials and each certificate to an admin',
    path: '/portal/credentials',
    role: 'admin',
    page: {
      headings: ['API credentials', 'Active certificates'],
      buttons: ['Copy the client id', 'Copy the token endpoint', 'Copy the issuer', 'Revoke Production, first machine'],
      links: [
        'Token requests → /portal/credentials/requests',
        'New certificate → /portal/credentials/new',
        `2026-11-15T09:31:00.000Z → /portal/credentials/requests?certificateId=${OTHER_ID}`,
      ],
      facts: {
        'Client id': 'acme-marketplace-0193a2b47c117d3f8a445b6c7d8e9f01 Copy',
        'Token endpoint': 'https://id.onboarding.example/oauth2/token Copy',
        'Issuer (use as aud)': 'https://id.onboarding.example Copy',
      },
      columns: ['Name', 'State', 'Last token', 'Registered', ''],
      rows: [
        [
          'Production, first machine CN=my-integration',
          '24 days left until 2026-12-10T09:00:00.000Z',
          '2026-11-15T09:31:00.000Z',
          '2026-11-15T09:30:00.000Z by Ada Obi',
          'Revoke',
        ],
      ],
      reads: [['readApiCredentials', {}]],
    },
  },
  {
    shows: 'the certificates to a developer, who can change none',
    path: '/portal/credentials',
    role: 'developer',
    page: {
      buttons: [
        'New certificate (disabled)',
        'Copy the client id',
        'Copy the token endpoint',
        'Copy the issuer',
        'Revoke Production, first machine (disabled)',
      ],
      links: [
        'Token requests → /portal/credentials/requests',
        `2026-11-15T09:31:00.000Z → /portal/credentials/requests?certificateId=${OTHER_ID}`,
      ],
    },
  },
  {
    shows: 'the confirmation before a certificate is revoked',
    path: `/portal/credentials?revoke=${OTHER_ID}`,
    role: 'admin',
    page: {
      headings: ['API credentials', 'Revoke “Production, first machine”?', 'Active certificates'],
      buttons: [
        'Copy the client id',
        'Copy the token endpoint',
        'Copy the issuer',
        'Close',
        'Cancel',
        'Revoke',
        'Revoke Production, first machine',
      ],
    },
  },
  {
    shows: 'the two ways to a new certificate',
    path: '/portal/credentials/new',
    role: 'admin',
    page: {
      headings: ['New certificate'],
      buttons: ['Generate key pair'],
      links: ['Cancel → /portal/credentials'],
      fields: { Name: '', 'Generate a key pair here': 'checked', 'Paste a certificate': 'not checked' },
    },
  },
  {
    shows: 'the token requests that match the filters in the URL, with what to do',
    path: '/portal/credentials/requests?outcome=Refused&cursor=next',
    role: 'viewer',
    page: {
      headings: ['Token requests'],
      links: ['API credentials → /portal/credentials', 'Newest → /portal/credentials/requests?outcome=Refused'],
      columns: ['When', 'Outcome', 'Reason, and what to do', 'Certificate', 'IP address'],
      rows: [
        [
          '2026-11-15T09:34:12.000Z 3 requests, the first 2026-11-15T09:31:00.000Z',
          'Refused',
          "exp is in the past: check your clock, and create a new assertion for each request (iat 2026-11-15T09:25:00Z, exp 2026-11-15T09:26:00Z, our clock 2026-11-15T09:31:00Z). What to do: Synchronise the machine's clock, for example with NTP. Create a new assertion right before each token request. Request 0193a2b4-8f20-7d47-8b12-0a1b2c3d4e5f",
          'Unknown',
          '203.0.113.7',
        ],
      ],
      fields: {
        All: 'not checked',
        Issued: 'not checked',
        Refused: 'checked',
        Certificate: 'Any',
        From: '',
        Until: '',
      },
      reads: [
        ['readApiCredentials', {}],
        ['listTokenRequests', { query: { outcome: 'Refused', cursor: 'next', limit: 50 } }],
      ],
    },
  },
  {
    shows: 'the API requests that match the filters in the URL',
    path: '/portal/api-requests?outcome=Failed&cursor=next',
    role: 'viewer',
    page: {
      headings: ['API requests'],
      links: [
        'Token requests → /portal/credentials/requests',
        `Customer ${OTHER_ID} → /portal/customers/${OTHER_ID}`,
        'ValidationControl.Error (opens in a new tab) → /docs/errors#validationcontrolerror',
        'Newest → /portal/api-requests?outcome=Failed',
      ],
      columns: ['When', 'Status', 'Request', 'What was wrong'],
      rows: [
        [
          '2026-11-15T09:31:12.034Z',
          '400',
          `PATCH /api/partner/v1/business-profiles/{customerId} Request 0193a2b4-8f1e-7b42-8d1c-2f3a4b5c6d7e, 6 ms Customer ${OTHER_ID}`,
          'ValidationControl.Error /businessPersonList/0/nationality',
        ],
      ],
      fields: {
        'Request id': '',
        All: 'not checked',
        Succeeded: 'not checked',
        Failed: 'checked',
        From: '',
        Until: '',
      },
      reads: [
        ['listApiRequests', { query: { outcome: 'Failed', cursor: 'next', limit: 50 } }],
        ['readPartnerFilters', { query: { list: 'ApiRequests' } }],
      ],
    },
  },
];

test.each(PAGES)('shows $shows', async ({ path, role, page }) => {
  expect(await shownPage(router, path, { session: { role } })).toMatchObject(page);
});
