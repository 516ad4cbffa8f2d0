import { List } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { documentName } from '../decision/words.ts';
import { besideDocument } from '../selection.ts';

type Row = PackageRecord['documents'][number];

/** More would push aside what the reader has to decide. */
export const MOST_LINKS = 5;

export function DocumentLinks({ found, documents }: { found: PackageRecord; documents: readonly Row[] }) {
  const more = documents.length - MOST_LINKS;
  return (
    // Far enough from each other to be hit with a finger.
    <List size="sm" spacing={8}>
      {documents.slice(0, MOST_LINKS).map((document) => (
        <List.Item key={document.documentId}>
          <DocumentLink found={found} document={document} />
        </List.Item>
      ))}
      {more > 0 && (
        <List.Item>
          <ListLink>{`and ${more} more`}</ListLink>
        </List.Item>
      )}
    </List>
  );
}

/** Opens the list, with the documents that the reader has not opened. */
export function ListLink({ children }: { children: string }) {
  return (
    <PageLink
      from="/packages/$customerId"
      search={(now) => ({ ...now, document: undefined, show: 'unopened' })}
      size="sm"
      c="inherit"
    >
      {children}
    </PageLink>
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
