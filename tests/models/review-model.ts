// A model of a business under verification, written from the contract and independent of the code: a few facts, and for
// each possible action its result or the reason for its refusal.

export interface Expected {
  status: string;
  /** For an approved business that is being monitored: its package waits, or an analyst has claimed it. */
  watched: 'Waiting' | 'Claimed' | null;
  attempt: number;
  priority: number;
  /** Our staff are numbers; the last one is a supervisor. */
  claim: number | null;
  /** The last proposal and its outcome. */
  decision: { by: number; outcome: 'Approve' | 'Reject'; open: boolean } | null;
  /** Of the only person of the business. */
  person: string;
  personVerdict: string | null;
  /** Whether there is a confirmed document, and its verdict. */
  document: boolean;
  documentVerdict: string | null;
  screeningDue: boolean;
  version: number;
  entries: number;
  /** Transitions, from state to state. */
  moves: string[];
}

const SUPERVISOR = 2;

/** Including its screening. */
export function createdBusiness(): Expected {
  return {
    status: 'PendingVerification',
    watched: null,
    attempt: 1,
    priority: 0,
    claim: null,
    decision: null,
    person: 'NotStarted',
    personVerdict: null,
    document: false,
    documentVerdict: null,
    screeningDue: false,
    version: 1,
    entries: 1,
    moves: [],
  };
}

/** Changes the business, or returns the code of the refusal. */
export type Rule = (business: Expected) => string | undefined;

function move(business: Expected, to: string): undefined {
  business.moves.push(`${business.status} -> ${to}`);
  business.status = to;
  business.watched = null;
  business.claim = null;
  if (business.decision !== null) business.decision.open = false;
  business.version++;
  business.entries++;
}

/** An analyst has claimed the package. */
const isInReview = ({ status, watched }: Expected) => status === 'StartedNotCompleted' || watched === 'Claimed';

const changed = (business: Expected) => {
  business.version++;
  business.entries++;
};

export interface Update {
  /** Whether it responds to a request for changes, changes evidence of an approval, and changes the person. */
  answers: boolean;
  material: boolean;
  person: boolean;
}

export const updating =
  ({ answers, material, person }: Update): Rule =>
  (business) => {
    if (isInReview(business)) return 'Customer.UnderReview';
    if (business.status === 'Rejected') return 'Customer.Closed';
    if (business.status === 'ChangesRequested' && answers) {
      move(business, 'PendingVerification');
      business.attempt++;
      business.priority = 1;
    } else if (business.status === 'Approved' && material) {
      move(business, 'PendingVerification');
      business.priority = 2;
    } else changed(business);
    business.screeningDue = true;
    if (person) business.person = 'NotStarted';
    return undefined;
  };

/** Monitoring of an approved business that stays Approved: only we are informed. */
function watch(business: Expected, to: Expected['watched']): undefined {
  business.watched = to;
  business.claim = null;
  if (business.decision !== null) business.decision.open = false;
  changed(business);
}

/** A finding that its approval did not include. */
export const monitoring: Rule = (business) => {
  if (business.status !== 'Approved' || business.watched !== null) return 'Review.StateConflict';
  business.watched = 'Waiting';
  business.priority = 2;
  business.entries++;
  return undefined;
};

export const claiming =
  (by: number): Rule =>
  (business) => {
    if (business.watched === 'Waiting') watch(business, 'Claimed');
    else if (business.status === 'PendingVerification') move(business, 'StartedNotCompleted');
    else return 'Review.StateConflict';
    business.claim = by;
    return undefined;
  };

export const releasing =
  (by: number): Rule =>
  (business) => {
    if (!isInReview(business)) return 'Review.StateConflict';
    if (business.claim !== by && by !== SUPERVISOR) return 'Review.NotYours';
    return business.watched === null ? move(business, 'PendingVerification') : watch(business, 'Waiting');
  };

/** By the supervisor. */
export const reassigning =
  (to: number): Rule =>
  (business) => {
    if (business.claim === null) return 'Review.StateConflict';
    business.claim = to;
    voidProposal(business);
    business.entries++;
    return undefined;
  };

/** Why this person cannot work on the package. */
function notAtWork(business: Expected, by: number): string | undefined {
  if (!isInReview(business)) return 'Review.StateConflict';
  return business.claim === by ? undefined : 'Review.NotYours';
}

function notApprovable(business: Expected): string | undefined {
  if (business.person === 'Rejected' || business.person === 'ChangesRequested') return 'Review.VerdictOpen';
  return business.screeningDue ? 'Review.ScreeningPending' : undefined;
}

export const proposing =
  (by: number, outcome: 'Approve' | 'Reject'): Rule =>
  (business) => {
    const refusal = notAtWork(business, by);
    if (refusal !== undefined) return refusal;
    if (business.decision?.open) return 'Review.DecisionOpen';
    const unapprovable = outcome === 'Approve' ? notApprovable(business) : undefined;
    if (unapprovable !== undefined) return unapprovable;
    business.decision = { by, outcome, open: true };
    business.entries++;
    return undefined;
  };

export const requestingChanges =
  (by: number): Rule =>
  (business) =>
    notAtWork(business, by) ?? move(business, 'ChangesRequested');

export const confirming =
  (by: number): Rule =>
  (business) => {
    const { decision } = business;
    if (decision === null) return 'Review.DecisionNotFound';
    if (!decision.open) return 'Review.DecisionSettled';
    if (decision.by === by) return 'Review.FourEyes';
    if (decision.outcome === 'Reject') return move(business, 'Rejected');
    const unapprovable = notApprovable(business);
    if (unapprovable !== undefined) return unapprovable;
    if (business.person === 'NotStarted') business.person = 'Approved';
    return business.watched === null ? move(business, 'Approved') : watch(business, null);
  };

export const withdrawing =
  (by: number): Rule =>
  (business) => {
    const { decision } = business;
    if (decision === null) return 'Review.DecisionNotFound';
    if (!decision.open) return 'Review.DecisionSettled';
    if (decision.by !== by && by !== SUPERVISOR) return 'Review.NotYours';
    decision.open = false;
    business.entries++;
    return undefined;
  };

function voidProposal({ decision }: Expected): void {
  if (decision !== null) decision.open = false;
}

export const judgingPerson =
  (by: number, verdict: string): Rule =>
  (business) => {
    const refusal = notAtWork(business, by);
    if (refusal !== undefined) return refusal;
    if (business.person === verdict && business.personVerdict === verdict) return undefined;
    business.person = verdict;
    business.personVerdict = verdict;
    voidProposal(business);
    changed(business);
    return undefined;
  };

export const judgingDocument =
  (by: number, verdict: string): Rule =>
  (business) => {
    const refusal = notAtWork(business, by) ?? (business.document ? undefined : 'Review.SubjectNotFound');
    if (refusal !== undefined) return refusal;
    if (business.documentVerdict === verdict) return undefined;
    business.documentVerdict = verdict;
    voidProposal(business);
    business.entries++;
    return undefined;
  };

export const noting: Rule = (business) => {
  business.entries++;
  return undefined;
};

export const reopening: Rule = (business) => {
  if (business.status !== 'Rejected') return 'Review.StateConflict';
  move(business, 'PendingVerification');
  business.priority = 1;
  return undefined;
};

export const documentArrives: Rule = (business) => {
  // There is no one to notify.
  if (business.status === 'Rejected') return undefined;
  business.document = true;
  business.documentVerdict = null;
  // Uploads cannot delay a rejection.
  if (business.decision?.outcome === 'Approve') voidProposal(business);
  changed(business);
  // The document was not part of the approval.
  if (business.status === 'Approved' && business.watched === null) return monitoring(business);
  return undefined;
};

export const screened: Rule = (business) => {
  business.screeningDue = false;
  return undefined;
};
