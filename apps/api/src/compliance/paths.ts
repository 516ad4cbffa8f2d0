// The paths and roles that the routes for analysts share.
import type { StaffRole } from '@onboarding/contract';

export const COMPLIANCE = '/compliance/v1';
export const PACKAGE = `${COMPLIANCE}/packages/{customerId}` as const;

/** Who works on packages, and who may read them. */
export const REVIEWERS: readonly StaffRole[] = ['analyst', 'supervisor'];
export const READERS: readonly StaffRole[] = ['analyst', 'supervisor', 'auditor'];
