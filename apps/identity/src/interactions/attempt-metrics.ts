import type { Realm } from '@onboarding/contract';
import type { AttemptOutcome } from '@onboarding/domain/accounts';
import { Counter, type Registry } from '@onboarding/platform/metrics';

const OUTCOMES = { Passed: 'passed', Refused: 'refused', Blocked: 'blocked' } as const;

export type CountAttempt = (realm: Realm, step: 'password' | 'factor', outcome: AttemptOutcome['outcome']) => void;

/** A few attempts on each of many accounts block none of them; only their total number reveals an attack. */
export function attemptMetrics(registry: Registry): CountAttempt {
  const attempts = new Counter({
    name: 'sign_in_attempts_total',
    help: 'Attempts to sign in by step (password, factor) and outcome',
    labelNames: ['realm', 'step', 'outcome'],
    registers: [registry],
  });
  return (realm, step, outcome) => attempts.inc({ realm, step, outcome: OUTCOMES[outcome] });
}
