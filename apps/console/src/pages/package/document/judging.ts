// Who can give a verdict on a document or a person, and for which reasons.
import type { CatalogueReason, DecisionOutcome, PackageRecord } from '@onboarding/contract';

/** Only the analyst with the claim. */
export const canJudge = ({ claim }: Pick<PackageRecord, 'claim'>, me: string, allowed: boolean): boolean =>
  allowed && claim?.accountId === me;

/** Why the reader cannot give a verdict. */
export const whyNot = (allowed: boolean): string =>
  allowed ? 'Claim the package to give a verdict.' : 'Your role cannot give verdicts. Ask an analyst.';

/** The reasons for a verdict that requires one. */
export const verdictReasons = <Reason extends Pick<CatalogueReason, 'target' | 'outcomes'>>(
  catalogue: readonly Reason[],
  about: CatalogueReason['target'],
  outcome: DecisionOutcome,
): Reason[] => catalogue.filter(({ target, outcomes }) => target === about && outcomes.includes(outcome));

type Answer = Pick<PackageRecord['decisions'][number]['reasons'][number], 'reasonId' | 'message'>;

/** The reasons of requests for changes that the document answers. */
export const answeredBy = (
  { requestedBy }: Pick<PackageRecord['documents'][number], 'requestedBy'>,
  decisions: readonly { reasons: readonly Answer[] }[],
): Answer[] => decisions.flatMap(({ reasons }) => reasons).filter(({ reasonId }) => requestedBy.includes(reasonId));
