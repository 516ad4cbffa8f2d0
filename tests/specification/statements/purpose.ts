import { area, tests } from '../statement.ts';

const TENANCY = 'tests/contract/tenancy.test.ts';

export const purpose = area('What the service does', [
  {
    no: 7,
    also: [8],
    says: 'A partner reaches its own customers only; anything about another one’s is refused with Partner.NotAuthorized',
    surface: 'Partner API',
    provenBy: tests(
      TENANCY,
      "another partner's token > * gives 403 Partner.NotAuthorized and nothing else",
      "another partner's token > every route that names no customer id is one that we know to be scoped by its partner",
      "another partner's token > a reference is its partner's own: another's is not found, and may be used again",
    ),
  },
]);
