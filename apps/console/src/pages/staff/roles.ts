// Names and descriptions of the staff roles.
import type { StaffRole } from '@onboarding/contract';

export const ROLES: Record<StaffRole, { name: string; may: string }> = {
  analyst: { name: 'Analyst', may: 'Reviews businesses and decides on them, together with a second analyst.' },
  supervisor: {
    name: 'Supervisor',
    may: 'Does what analysts do, and also reassigns packages and reopens rejected businesses.',
  },
  auditor: { name: 'Auditor', may: 'Reads everything about reviews and changes nothing.' },
  operator: { name: 'Operator', may: 'Manages partners, staff, reference data and jobs. Cannot see businesses.' },
};
