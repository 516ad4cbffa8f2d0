// Which pages a role is offered, and on which it starts.
import type { StaffRole } from '@onboarding/contract';

const READERS: readonly StaffRole[] = ['analyst', 'supervisor', 'auditor'];
const SUPERVISING: readonly StaffRole[] = ['supervisor', 'auditor'];
const OPERATORS: readonly StaffRole[] = ['operator'];

const ROLES_OF = {
  '/queue': READERS,
  '/search': READERS,
  '/lead': SUPERVISING,
  '/reads': SUPERVISING,
  '/partners': OPERATORS,
  '/staff': OPERATORS,
  '/reference': OPERATORS,
  '/jobs': OPERATORS,
} as const;

export type MenuPath = keyof typeof ROLES_OF;

export const isOfferedTo = (path: MenuPath, role: string): boolean => ROLES_OF[path].some((one) => one === role);

/** Whether the role reads packages, and so has the keys for them. */
export const isReader = (role: string): boolean => READERS.some((one) => one === role);

export const isOperator = (role: string): boolean => role === 'operator';

export const firstPageOf = (role: string): '/partners' | '/queue' => (isOperator(role) ? '/partners' : '/queue');

/** The package page uses the whole window. */
export const needsWholeWindow = (path: string): boolean => /^\/packages\/[^/]+\/?$/.test(path);
