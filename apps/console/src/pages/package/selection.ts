// What is open on the page of a package: a tab of the facts, a document, a person. It is in the URL, so a link restores it.
// Changes replace the history entry, so going back leaves the package.
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

/** Opens a document beside its subject: its person or the business. A former person's document belongs to the business. */
export function besideDocument(
  { business }: PackageRecord,
  { documentId: document, uboId }: Pick<PackageRecord['documents'][number], 'documentId' | 'uboId'>,
): Selection {
  const person = business.businessPersonList.find((one) => one.uboId === uboId)?.uboId;
  return person === undefined ? { document, tab: undefined } : { document, tab: 'people', person };
}
