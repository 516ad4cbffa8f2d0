import type { DocumentCategory, StaffReadPage, StaffReadQuery } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { listDocumentCategories } from '../../documents/index.ts';
import { type BusinessBrief, listBusinessBriefs } from '../../profiles/index.ts';
import { listStaffReads } from '../../staff-reads/index.ts';

/**
 * For supervisors: the reads of our staff, with the names of the businesses. Not recorded as a read itself: otherwise each
 * view of the list would fill its first page.
 */
export async function listNamedReads(
  tx: Tx,
  context: Pick<Context, 'keys'>,
  query: StaffReadQuery,
): Promise<StaffReadPage> {
  const { items, nextCursor } = await listStaffReads(tx, context, query);
  const opened = items.flatMap(({ kind, partnerId, subjectId }) =>
    kind === 'Document' && subjectId !== null ? [{ partnerId, documentId: subjectId }] : [],
  );
  const [businesses, categories] = await settled<[Map<string, BusinessBrief>, Map<string, DocumentCategory>]>([
    listBusinessBriefs(
      tx,
      items.map(({ partnerId, customerId }) => ({ partnerId, customerId })),
    ),
    listDocumentCategories(tx, opened),
  ]);
  return {
    items: items.map((read) => {
      const business = businesses.get(read.customerId);
      return {
        ...read,
        companyName: business === undefined || business.erasedAt !== null ? null : business.companyName,
        documentCategory: read.kind === 'Document' ? (categories.get(read.subjectId ?? '') ?? null) : null,
      };
    }),
    nextCursor,
  };
}
