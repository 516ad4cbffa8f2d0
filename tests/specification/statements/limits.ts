import { created, replaced } from '../field-tests.ts';
import { area, tagged } from '../statement.ts';

const LINK = 'tests/contract/documents/upload-link.test.ts';
const REPLAY = 'tests/journeys/webhook-replay.system.test.ts';

export const limits = area('Limits', [
  {
    no: 356,
    says: 'An access token is valid for 300 seconds',
    surface: 'Identity service',
    coveredBy: [tagged('tests/identity/token-requests.system.test.ts')],
  },
  {
    no: 357,
    says: 'An upload link is valid for 30 minutes',
    surface: 'Storage',
    coveredBy: [tagged(LINK), tagged('packages/platform/src/s3/s3.system.test.ts', 'after 31 minutes')],
  },
  {
    no: 358,
    says: 'Two secrets overlap for 24 hours',
    surface: 'Webhooks',
    coveredBy: [tagged('tests/journeys/webhooks.system.test.ts')],
  },
  {
    no: 359,
    says: 'A delivery has eight attempts over about three days',
    surface: 'Webhooks',
    coveredBy: [tagged('packages/domain/src/webhooks/deliveries/delivery-schedule.test.ts')],
  },
  {
    no: 360,
    says: 'The first 4 KiB of a receiver’s response are kept',
    surface: 'Webhooks',
    coveredBy: [
      tagged('packages/platform/src/safe-http/sender-failures.system.test.ts'),
      tagged('packages/platform/src/safe-http/excerpt.test.ts'),
    ],
  },
  {
    no: 361,
    says: 'A page of the delivery history has at most 200 items',
    surface: 'Dashboard',
    coveredBy: [tagged('tests/contract/webhooks/webhook-history.test.ts', '?pageSize=201')],
  },
  {
    no: 362,
    says: 'A replay window spans at most seven days',
    surface: 'Dashboard',
    coveredBy: [tagged(REPLAY, 'of more than seven days')],
  },
  {
    no: 363,
    says: 'Events can be replayed for 30 days',
    surface: 'Dashboard',
    coveredBy: [
      tagged('tests/contract/webhooks/dashboard-webhooks.test.ts'),
      tagged('tests/faults/webhook-partitions.system.test.ts'),
    ],
  },
  {
    no: 364,
    says: 'A share is 1 to 100, and the shares of one request add up to at most 100',
    surface: 'Partner API',
    coveredBy: [
      ...created(
        '/businessPersonList/0/percentageShare within 1 to 100 is accepted: *',
        '/businessPersonList/0/percentageShare out of 1 to 100 is ValidationControl.Error: *',
      ),
      tagged('tests/contract/create/create-rules.test.ts'),
    ],
  },
  {
    no: 365,
    says: 'Every text is accepted at its maximum length and refused at one character more',
    surface: 'Partner API',
    coveredBy: [
      ...created('* at the limit is *', '* over the limit is *'),
      tagged('tests/contract/create/create-fields.test.ts'),
      ...replaced('* at the limit is *', '* over the limit is *'),
    ],
  },
]);
