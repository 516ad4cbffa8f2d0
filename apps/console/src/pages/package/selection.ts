// What is open on the page of a package: a tab of the facts, a document, a person. The URL has it, so a link restores it; going
// back leaves the package, however often somebody has looked at another document.
import type { PackageRecord } from '@onboarding/contract';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/frame/packages/$customerId');
type Selection = ReturnType<typeof route.useSearch>;

export function useSelection(): Selection & { choose(change: Selection): void } {
  const navigate = route.useNavigate();
  const choose = (change: Selection) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  return { ...route.useSearch(), choose };
}

/** A document and beside it what it proves: its person, or the business. One of somebody who is no longer named is the business's. */
export function besideDocument(
  { business }: PackageRecord,
  { documentId: document, uboId }: Pick<PackageRecord['documents'][number], 'documentId' | 'uboId'>,
): Selection {
  const person = business.businessPersonList.find((one) => one.uboId === uboId)?.uboId;
  return person === undefined ? { document, tab: undefined } : { document, tab: 'people', person };
}
