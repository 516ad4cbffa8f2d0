// Which roles may use an operation, and whom to ask instead.
import type { Operation } from '../api/operation.ts';

export const isAllowed = ({ roles }: Pick<Operation, 'roles'>, role: string): boolean => roles.includes(role);

export const refusalOf = ({ roles }: Pick<Operation, 'roles'>): string =>
  `Your role does not allow this. Ask ${whoCan(roles)}.`;

function whoCan(roles: readonly string[]): string {
  const named = roles.map((role) => (/^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`));
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
}
