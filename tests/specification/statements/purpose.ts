import { area, tagged } from '../statement.ts';

const VERIFICATION = 'tests/journeys/verification.system.test.ts';

export const purpose = area('What the service does', [
  {
    no: 1,
    says: 'The routes of the Partner API are under /api, and nowhere else',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/partner/every-route.test.ts')],
  },
  {
    no: 2,
    says: 'Bodies are JSON, with that content type',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/create/create-bounds.test.ts', 'application/json', 'application/xml')],
  },
  {
    no: 3,
    says: 'One call creates a business with its people, in one transaction',
    surface: 'Partner API',
    coveredBy: [tagged('tests/journeys/create-and-read.test.ts'), tagged('tests/faults/one-transaction.test.ts')],
  },
  {
    no: 4,
    says: 'A business can be updated',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/update/update-states.test.ts')],
  },
  {
    no: 5,
    also: [13],
    says: 'A document is confirmed automatically once it is in the storage',
    surface: 'Storage',
    coveredBy: [tagged(VERIFICATION), tagged('tests/faults/documents-processes.system.test.ts')],
  },
  {
    no: 6,
    says: 'A partner reads the outcome of the verification, and the reasons',
    surface: 'Partner API',
    coveredBy: [tagged(VERIFICATION), tagged('tests/contract/partner/verification-status.test.ts')],
  },
  {
    no: 7,
    also: [8],
    says: 'A partner can access its own customers only; access to those of another partner is refused with Partner.NotAuthorized',
    surface: 'Partner API',
    coveredBy: [tagged('tests/contract/partner/tenancy.test.ts')],
  },
  {
    no: 9,
    says: 'Callers send a short-lived bearer token with the scope partner.read, partner.write or both',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/contract/partner/every-route.test.ts'),
      tagged(
        'tests/contract/partner/authentication.test.ts',
        'GET /partner/v1/business-profiles/{customerId}',
        'POST /partner/v1/business-profiles',
      ),
      tagged(
        'tests/identity/token-requests.system.test.ts',
        'partner.read * partner.read',
        'partner.write * partner.write',
      ),
    ],
  },
  {
    no: 10,
    says: 'Events arrive, signed, at the https URL that the partner registered',
    surface: 'Webhooks',
    coveredBy: [tagged('tests/journeys/webhooks.system.test.ts')],
  },
  {
    no: 11,
    says: 'Webhooks are managed by a signed-in person; an API credential has no access to them',
    surface: 'Dashboard',
    coveredBy: [
      tagged('tests/contract/dashboard/dashboard-access.test.ts', '* /customer/v1/partner-profile/webhooks*'),
      tagged('tests/contract/partner/withdrawn.test.ts'),
    ],
  },
  {
    no: 12,
    says: 'A new business waits for a review',
    surface: 'Compliance',
    coveredBy: [tagged('tests/contract/compliance/compliance-package.test.ts'), tagged(VERIFICATION)],
  },
  {
    no: 14,
    says: 'A create is already submitted for review; the separate step was removed',
    surface: 'Partner API',
    coveredBy: [
      tagged('tests/contract/partner/withdrawn.test.ts'),
      tagged('tests/contract/partner/verification-status.test.ts'),
    ],
  },
]);
