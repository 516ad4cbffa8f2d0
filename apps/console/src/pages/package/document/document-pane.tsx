// The documents of the business: the list, or the open document.
import { Skeleton } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { useKey } from '@onboarding/ui/keys';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { besideDocument } from '../selection.ts';
import { isNewReview, placeOf } from './documents.ts';
import type { Files } from './file.ts';
import { isGrouped } from './groups.ts';
import { useDocumentView } from './use-document-view.ts';

const route = getRouteApi('/frame/packages/$customerId');
// Loaded apart: a link may open a document at once, and few businesses have many.
const DocumentList = lazy(async () => ({ default: (await import('./document-list.tsx')).DocumentList }));
const GroupedDocuments = lazy(async () => ({ default: (await import('./grouped-documents.tsx')).GroupedDocuments }));
// The viewer is loaded with the first opened document.
const OpenDocument = lazy(async () => ({ default: (await import('./open-document.tsx')).OpenDocument }));

export function DocumentPane({ found }: { found: PackageRecord }) {
  // Keyed by the business, so that the files are dropped when the analyst leaves it.
  return <Documents key={found.business.customerId} found={found} />;
}

/** A new review starts with all documents closed, because an approval requires opening them in that review. */
function useNewReview(queuedAt: string | null, begin: () => void): void {
  const since = useRef(queuedAt);
  useEffect(() => {
    if (!isNewReview(queuedAt, since.current)) return;
    since.current = queuedAt;
    begin();
  });
}

/**
 * Whether the analyst has opened or left a document since the page was loaded. The focus then follows into the next one; on a new
 * page it stays on the heading.
 */
function useMoved(documentId: string | undefined) {
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its cleanup runs before the next document is mounted.
  useLayoutEffect(
    () => () => {
      moved.current = true;
    },
    [documentId],
  );
  return moved;
}

function Documents({ found }: { found: PackageRecord }) {
  const [files] = useState<Files>(() => new Map());
  const { document: documentId } = route.useSearch();
  const navigate = route.useNavigate();
  const moved = useMoved(documentId);
  useNewReview(found.queue.queuedAt, () => {
    files.clear();
    void navigate({ search: (before) => ({ ...before, document: undefined }) });
  });
  const { view, ordered, isShown } = useDocumentView(found);
  const { readable, at, previous, next } = placeOf(ordered, documentId, isShown);
  const opening = (row: PackageRecord['documents'][number] | undefined) =>
    row && (() => void navigate({ search: (before) => ({ ...before, ...besideDocument(found, row) }) }));
  const [openPrevious, openNext] = [opening(previous), opening(next)];
  const step = { repeat: true };
  useKey('[', () => openPrevious?.(), 'Previous document', { ...step, enabled: openPrevious !== undefined });
  useKey(']', () => openNext?.(), 'Next document', { ...step, enabled: openNext !== undefined });
  const document = readable[at];
  if (document === undefined) {
    const List = isGrouped(found) ? GroupedDocuments : DocumentList;
    return (
      <Suspense fallback={<Skeleton h={320} />}>
        <List found={found} missing={documentId} view={view} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Skeleton h="100%" mih={480} />}>
      <OpenDocument
        key={document.documentId}
        found={found}
        document={document}
        files={files}
        moved={moved}
        place={{ at, of: readable.length, openPrevious, openNext }}
      />
    </Suspense>
  );
}
