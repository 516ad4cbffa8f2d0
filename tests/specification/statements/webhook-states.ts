import { area, tagged } from '../statement.ts';

const WORDS = 'tests/contract/house/specified-words.test.ts';
const ENDPOINT = 'tests/contract/webhooks/dashboard-webhooks.test.ts';
const JOURNEY = 'tests/journeys/webhooks.system.test.ts';

export const webhookStates = area('Webhook states, and removed stages', [
  {
    no: 191,
    says: 'The stages from Draft to Submitted were removed: no status and no filter has such a name',
    surface: 'Partner API',
    coveredBy: [
      tagged(WORDS, 'verification'),
      tagged(
        'tests/contract/partner/list-faults.test.ts',
        'verificationStatus=Draft',
        'verificationStatus=CompletedBusinessDetail',
        'verificationStatus=CompletedUboDetails',
        'verificationStatus=CompletedBusinessDocumentUpload',
        'verificationStatus=Submitted',
      ),
    ],
  },
  {
    no: 192,
    says: 'An endpoint is NotRegistered, Active, Degraded or Disabled',
    surface: 'Dashboard',
    coveredBy: [tagged(WORDS, 'a webhook endpoint'), tagged(JOURNEY)],
  },
  {
    no: 193,
    says: 'Enabling reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'by enabling it'), tagged(JOURNEY)],
  },
  {
    no: 194,
    says: 'Registering a URL, the same or another one, reactivates a disabled endpoint',
    surface: 'Dashboard',
    coveredBy: [tagged(ENDPOINT, 'by another URL', 'by registering the same URL')],
  },
  {
    no: 195,
    says: 'A delivery is Pending, Delivered or Exhausted',
    surface: 'Dashboard',
    coveredBy: [
      tagged(WORDS, 'a delivery'),
      tagged(JOURNEY),
      tagged('tests/contract/webhooks/webhook-history.test.ts'),
    ],
  },
]);
