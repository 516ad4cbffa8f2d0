import { List } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { documentName } from '../decision/words.ts';
import { besideDocument } from '../selection.ts';

type Row = PackageRecord['documents'][number];

export function DocumentLinks({ found, documents }: { found: PackageRecord; documents: readonly Row[] }) {
  return (
    // Far enough from each other to be hit with a finger.
    <List size="sm" spacing={8}>
      {documents.map((document) => (
        <List.Item key={document.documentId}>
          <DocumentLink found={found} document={document} />
        </List.Item>
      ))}
    </List>
  );
}

/** Opens the document beside its subject. */
export function DocumentLink({ found, document }: { found: PackageRecord; document: Row }) {
  return (
    <PageLink
      from="/packages/$customerId"
      search={(now) => ({ ...now, ...besideDocument(found, document) })}
      size="sm"
      c="inherit"
    >
      {documentName(found, document)}
    </PageLink>
  );
}
