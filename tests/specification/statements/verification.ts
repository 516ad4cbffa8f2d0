import { area, tests } from '../statement.ts';

const MATRIX = 'tests/contract/compliance/verification-matrix.system.test.ts';
const VERIFICATION = 'tests/journeys/verification.system.test.ts';

export const verification = area('Verification states', [
  {
    no: 183,
    says: 'A verification is NotStarted, PendingVerification, StartedNotCompleted, Approved, Rejected or ChangesRequested',
    surface: 'Partner API',
    coveredBy: [
      ...tests(
        'tests/contract/house/specified-words.test.ts',
        'the states of verification are those of the specification, and no others',
      ),
      ...tests('tests/contract/partner/verification-status.test.ts', '*: an update is accepted: *; expected next: *'),
    ],
  },
  {
    no: 184,
    says: 'A new business is PendingVerification',
    surface: 'Partner API',
    coveredBy: tests(
      'tests/contract/partner/verification-status.test.ts',
      'a new business is pending, with its people not started, since it was created',
    ),
  },
  {
    no: 185,
    says: 'A new business is in the queue of the analysts',
    surface: 'Compliance',
    coveredBy: [
      ...tests(
        'tests/contract/compliance/compliance-package.test.ts',
        'a package > of a new business is the business as its partner reads it, waiting, with nothing found or decided',
      ),
      ...tests(VERIFICATION, 'the first analyst takes it up, and from then on the partner cannot change it'),
    ],
  },
  {
    no: 186,
    says: 'The events business.profile.created and, for every person, business.person.added follow',
    surface: 'Webhooks',
    coveredBy: [
      ...tests(
        'tests/contract/create/create-events.test.ts',
        'business.profile.created, then business.person.added for each of * people, all with the id of the request',
      ),
      ...tests(
        'tests/journeys/webhooks.system.test.ts',
        'a new business arrives as two signed events, and the history shows exactly what was sent',
      ),
    ],
  },
  {
    no: 187,
    says: 'A PUT in PendingVerification leaves the business in the queue',
    surface: 'Partner API',
    coveredBy: tests(
      MATRIX,
      'PendingVerification > and PUT of what is there',
      'PendingVerification > and PUT of another description',
      'PendingVerification > and PUT of another name',
    ),
  },
  {
    no: 188,
    says: 'A PATCH in PendingVerification leaves the business in the queue',
    surface: 'Partner API',
    coveredBy: tests(
      MATRIX,
      'PendingVerification > and PATCH of the name',
      'PendingVerification > and PATCH with a person',
      'PendingVerification > and PATCH with a document',
    ),
  },
  {
    no: 189,
    says: 'A PATCH is refused while an analyst has the package',
    surface: 'Partner API',
    coveredBy: [
      ...tests(MATRIX, 'StartedNotCompleted > and PATCH *'),
      ...tests(VERIFICATION, 'the first analyst takes it up, and from then on the partner cannot change it'),
    ],
  },
  {
    no: 190,
    says: 'A PATCH with businessPersonList answers a request for changes',
    surface: 'Partner API',
    coveredBy: [
      ...tests(MATRIX, 'ChangesRequested > and PATCH with a person'),
      ...tests(VERIFICATION, 'the partner uploads the document, adds the person and so hands it in again'),
    ],
  },
]);
