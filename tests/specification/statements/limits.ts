import { area, tests } from '../statement.ts';

const LINK = 'tests/contract/documents/upload-link.test.ts';
const REPLAY = 'tests/contract/webhooks/webhook-replay.system.test.ts';
const FIELDS = 'tests/contract/create/create-fields.test.ts';
const CHANGED = 'a create body in which one field is changed';
const UPDATED = 'tests/contract/update/update-fields.test.ts';

export const limits = area('Limits', [
  {
    no: 356,
    says: 'An access token is valid for 300 seconds',
    surface: 'Identity service',
    coveredBy: tests(
      'tests/identity/token-requests.system.test.ts',
      'an assertion is accepted at the edge of what is allowed > scope * gives *',
    ),
  },
  {
    no: 357,
    says: 'An upload link is valid for 30 minutes',
    surface: 'Storage',
    coveredBy: [
      ...tests(
        LINK,
        'the answer > leads to an object of its own, for 30 minutes, with this type, host and no checksum',
      ),
      ...tests(
        'packages/platform/src/s3/s3.system.test.ts',
        'an upload link > is refused by the storage with 31 minutes too late',
      ),
    ],
  },
  {
    no: 358,
    says: 'Two secrets overlap for 24 hours',
    surface: 'Webhooks',
    coveredBy: tests(
      'tests/journeys/webhooks.system.test.ts',
      'after a rotation both secrets sign for 24 hours less a second, and only the new one a second after them',
    ),
  },
  {
    no: 359,
    says: 'A delivery has eight attempts over about three days',
    surface: 'Webhooks',
    coveredBy: tests(
      'packages/domain/src/webhooks/deliveries/delivery-schedule.test.ts',
      'eight attempts wait 30 s, 5 min, 1 h, 5 h, 16 h, 22 h and 28 h: 72 hours and 5.5 minutes in all',
    ),
  },
  {
    no: 360,
    says: 'The first 4 KiB of a receiver’s response are kept',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        'packages/platform/src/safe-http/sender-failures.system.test.ts',
        'much of an answer > an endless body is cut after 4 KiB, its connection is closed, and it counts as its status says',
      ),
      ...tests(
        'packages/platform/src/safe-http/excerpt.test.ts',
        'a short body is kept as it is, and none is none',
        'whatever the bytes, an excerpt is well-formed, has at most 4 KiB, and no control character',
      ),
    ],
  },
  {
    no: 361,
    says: 'A page of the delivery history has at most 200 items',
    surface: 'Dashboard',
    coveredBy: tests(
      'tests/contract/webhooks/webhook-history.test.ts',
      'pages > go through everything once, newest event first, its latest delivery first',
      '?pageSize=201 is 400 and names the parameter',
    ),
  },
  {
    no: 362,
    says: 'A replay window spans at most seven days',
    surface: 'Dashboard',
    coveredBy: tests(
      REPLAY,
      'exactly seven days, and from exactly 30 days ago, are taken; other zones are understood',
      'a window is refused, and leaves no row, > of seven days and a moment',
    ),
  },
  {
    no: 363,
    says: 'Events can be replayed for 30 days',
    surface: 'Dashboard',
    coveredBy: [
      ...tests(
        'tests/contract/webhooks/dashboard-webhooks.test.ts',
        'a delivery > whose event is 30 days old can be replayed, and a moment later no more',
      ),
      ...tests(
        'tests/faults/webhook-partitions.system.test.ts',
        'days older than 31 are dropped while others read and send; nobody who reads fails or waits for long',
      ),
    ],
  },
  {
    no: 364,
    says: 'A share is 1 to 100, and the shares of one request add up to at most 100',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        FIELDS,
        `${CHANGED} > /businessPersonList/0/percentageShare within 1 to 100 is accepted: *`,
        `${CHANGED} > /businessPersonList/0/percentageShare out of 1 to 100 is ValidationControl.Error: *`,
      ),
      ...tests(
        'tests/contract/create/create-rules.test.ts',
        'the combined share of one request > * is accepted',
        'the combined share of one request > * is refused, and nothing is written',
      ),
    ],
  },
  {
    no: 365,
    says: 'Every text is accepted at its maximum length and refused at one character more',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        FIELDS,
        'the table of fields > has every field of the specification and at least 450 cases',
        `${CHANGED} > * at the limit is *`,
        `${CHANGED} > * over the limit is *`,
      ),
      ...tests(
        UPDATED,
        'PUT in which one field is changed > * at the limit is *',
        'PUT in which one field is changed > * over the limit is *',
      ),
    ],
  },
]);
