// How the documents are listed, and in which order the keys go through them: both in the URL, except for the typed text.
import type { PackageRecord } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { useState } from 'react';
import { useSelection } from '../selection.ts';
import { type DocumentFilter, type GroupedBy, groupsOf, isGrouped, matches } from './groups.ts';

export interface DocumentView extends DocumentFilter {
  by: GroupedBy;
  type: (text: string) => void;
}

export function useDocumentView(found: PackageRecord) {
  const { accountId } = useSession().session;
  const { by = 'person', show: state } = useSelection();
  const [text, type] = useState('');
  const view: DocumentView = { by, state, text, type };
  if (!isGrouped(found)) return { view, ordered: found.documents, isShown: () => true };
  return {
    view,
    ordered: groupsOf(found, by).flatMap(({ rows }) => rows),
    isShown: (row: PackageRecord['documents'][number]) => matches(found, row, view, accountId),
  };
}
