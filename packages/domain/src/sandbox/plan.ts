// The outcome for a business in a sandbox, from its magic values, or from a request with defaults filled in. Pure.
import {
  DECISION_LIMITS,
  type DecisionOutcome,
  type ReasonCode,
  SANDBOX_NUMBERS,
  SANDBOX_PEOPLE,
  type SandboxNumber,
  type SandboxPerson,
  type Verdict,
} from '@onboarding/contract';
import type { StaffPerson } from '../context.ts';

interface PlannedReason {
  code: ReasonCode;
  message?: string | null | undefined;
  pointer?: string | null | undefined;
  uboId?: string | null | undefined;
  documentId?: string | null | undefined;
}

interface PlannedVerdict {
  uboId: string;
  verdict: Verdict;
}

/** A decision, and the verdicts on people before it. */
export interface Plan {
  outcome: DecisionOutcome;
  reasons: PlannedReason[];
  people: PlannedVerdict[];
}

/** The fields of a business that are used here. */
interface SandboxBusiness {
  registrationNumber: string | null;
  attempt: number;
  people: { uboId: string; email: string }[];
}

/** Returns undefined for a business without a magic number, and 'Hold' for one that waits for a simulation request. */
export function planFor({ registrationNumber, attempt, people }: SandboxBusiness): Plan | 'Hold' | undefined {
  const number = SANDBOX_NUMBERS.find((one) => one === registrationNumber);
  if (number === undefined) return undefined;
  if (number === 'SBXHOLD') return 'Hold';
  const verdicts = people.flatMap(({ uboId, email }): PlannedVerdict[] => {
    const verdict = verdictBy(email, attempt);
    return verdict === undefined ? [] : [{ uboId, verdict }];
  });
  const outcome = strictest([OUTCOME_OF[number](attempt), ...verdicts.map(({ verdict }) => LEADS_TO[verdict])]);
  return { outcome, reasons: usualReasons(outcome, verdicts), people: verdicts };
}

// Changes are requested once: after the response the business is approved, so that one business can go through the whole
// cycle.
const OUTCOME_OF: Record<Exclude<SandboxNumber, 'SBXHOLD'>, (attempt: number) => DecisionOutcome> = {
  SBXAPPROVE: () => 'Approve',
  SBXREJECT: () => 'Reject',
  SBXCHANGES: (attempt) => (attempt === 1 ? 'RequestChanges' : 'Approve'),
};

const VERDICT_OF: Record<SandboxPerson, (attempt: number) => Verdict> = {
  'approve+': () => 'Approved',
  'reject+': () => 'Rejected',
  'changes+': (attempt) => (attempt === 1 ? 'ChangesRequested' : 'Approved'),
};

function verdictBy(email: string, attempt: number): Verdict | undefined {
  const beginning = SANDBOX_PEOPLE.find((one) => email.toLowerCase().startsWith(one));
  return beginning === undefined ? undefined : VERDICT_OF[beginning](attempt);
}

const LEADS_TO: Record<Verdict, DecisionOutcome> = {
  Approved: 'Approve',
  ChangesRequested: 'RequestChanges',
  Rejected: 'Reject',
};

/** A business with a rejected person is not approved. */
function strictest(outcomes: readonly DecisionOutcome[]): DecisionOutcome {
  return (['Reject', 'RequestChanges'] as const).find((one) => outcomes.includes(one)) ?? 'Approve';
}

/** The default reasons: those about the people who caused the outcome, otherwise one about the business. */
export function usualReasons(outcome: DecisionOutcome, people: readonly PlannedVerdict[]): PlannedReason[] {
  if (outcome === 'Approve') return [];
  const because = people.filter(({ verdict }) => LEADS_TO[verdict] === outcome);
  if (because.length > 0) {
    return because
      .slice(0, DECISION_LIMITS.reasons)
      .map(({ uboId }): PlannedReason => ({ code: 'Person.IdentityUnverified', uboId }));
  }
  return [{ code: outcome === 'Reject' ? 'Business.NotAcceptable' : 'Document.Missing' }];
}

// Two fictional analysts: their actions are recorded like those of our staff, so that partners see in a sandbox exactly what
// they will see in production. They have no accounts and cannot sign in.

/** Their ids are recognisable as fictional. */
export const SANDBOX_ANALYSTS = {
  first: '00000000-0000-7000-8000-5a4db0c00001',
  second: '00000000-0000-7000-8000-5a4db0c00002',
} as const;

export interface AnalystPair {
  /** Has the package and proposes decisions. */
  first: StaffPerson;
  /** Confirms decisions. */
  second: StaffPerson;
}

export function analystPair(requestId: string): AnalystPair {
  const person = (accountId: string): StaffPerson => ({
    kind: 'StaffPerson',
    realm: 'staff',
    accountId,
    role: 'analyst',
    requestId,
  });
  return { first: person(SANDBOX_ANALYSTS.first), second: person(SANDBOX_ANALYSTS.second) };
}
