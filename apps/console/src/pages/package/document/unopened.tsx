import { List } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { documentName } from '../decision/words.ts';
import { besideDocument } from '../selection.ts';

type Row = PackageRecord['documents'][number];

/** Links that open the documents. */
export function DocumentLinks({ found, documents }: { found: PackageRecord; documents: readonly Row[] }) {
  return (
    <List size="sm">
      {documents.map((document) => (
        <List.Item key={document.documentId}>
          <PageLink
            from="/packages/$customerId"
            search={(now) => ({ ...now, ...besideDocument(found, document) })}
            size="sm"
            c="inherit"
          >
            {documentName(found, document)}
          </PageLink>
        </List.Item>
      ))}
    </List>
  );
}
