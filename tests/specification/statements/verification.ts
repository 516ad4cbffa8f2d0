import { area, tagged } from '../statement.ts';

const MATRIX = 'tests/models/verification-matrix.system.test.ts';
const VERIFICATION = 'tests/journeys/verification.system.test.ts';

export const verification = area('Verification states', [
  {
    no: 183,
    says: 'A verification is NotStarted, PendingVerification, StartedNotCompleted, Approved, Rejected or ChangesRequested',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/contract/house/specified-words.test.ts', 'verification'),
      tagged('tests/contract/partner/verification-status.test.ts'),
    ],
  },
  {
    no: 184,
    says: 'A new business is PendingVerification',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/partner/verification-status.test.ts')],
  },
  {
    no: 185,
    says: 'A new business is in the queue of the analysts',
    surface: 'Compliance',
    coveredBy: [tagged('tests/contract/compliance/compliance-package.test.ts'), tagged(VERIFICATION)],
  },
  {
    no: 186,
    says: 'The events business.profile.created and, for every person, business.person.added follow',
    surface: 'Webhooks',
    coveredBy: [
      tagged('tests/contract/create/create-events.test.ts'),
      tagged('tests/journeys/webhooks.system.test.ts'),
    ],
  },
  {
    no: 187,
    says: 'A PUT in PendingVerification leaves the business in the queue',
    surface: 'Partner API',
    coveredBy: [
      tagged(
        MATRIX,
        'PendingVerification > * PUT without changes',
        'PendingVerification > * PUT with another description',
        'PendingVerification > * PUT with another name',
      ),
    ],
  },
  {
    no: 188,
    says: 'A PATCH in PendingVerification leaves the business in the queue',
    surface: 'Partner API',
    coveredBy: [
      tagged(
        MATRIX,
        'PendingVerification > * PATCH of the name',
        'PendingVerification > * PATCH with a person',
        'PendingVerification > * PATCH with a known document',
      ),
    ],
  },
  {
    no: 189,
    says: 'A PATCH is refused while an analyst has the package',
    surface: 'Partner API',
    coveredBy: [tagged(MATRIX, 'StartedNotCompleted > * PATCH *'), tagged(VERIFICATION)],
  },
  {
    no: 190,
    says: 'A PATCH with businessPersonList answers a request for changes',
    surface: 'Partner API',
    coveredBy: [tagged(MATRIX, 'ChangesRequested > * PATCH with a person'), tagged(VERIFICATION)],
  },
]);
