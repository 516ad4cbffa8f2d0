import type { PackageRecord } from '@onboarding/contract';

type Answer = Pick<PackageRecord['decisions'][number]['reasons'][number], 'reasonId' | 'message'>;

/** The reasons of requests for changes that the document answers. */
export const answeredBy = (
  { requestedBy }: Pick<PackageRecord['documents'][number], 'requestedBy'>,
  decisions: readonly { reasons: readonly Answer[] }[],
): Answer[] => decisions.flatMap(({ reasons }) => reasons).filter(({ reasonId }) => requestedBy.includes(reasonId));
