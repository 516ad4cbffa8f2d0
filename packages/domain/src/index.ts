export type { Actor, Context } from './context.ts';
export { DomainError, refuse } from './failure.ts';
