import { Text } from '@mantine/core';
import type { Colleague, PackageRecord } from '@onboarding/contract';
import { openerOf } from './documents.ts';
import { openingBy, partlySeenBy } from './openings.ts';
import { DocumentLinks, MOST_LINKS } from './unopened.tsx';

/** The documents of which the proposer has seen only a part. They prevent nothing. */
export function PartlySeen({ found, opener }: { found: PackageRecord; opener: Colleague }) {
  const documents = partlySeenBy(found, opener.accountId);
  if (documents.length === 0) return null;
  return (
    <div>
      <Text size="sm">The proposer has not seen every page:</Text>
      {documents.slice(0, MOST_LINKS).map((document) => {
        const opening = openingBy(document, opener.accountId);
        return (
          <div key={document.documentId}>
            <DocumentLinks found={found} documents={[document]} />
            <Text size="xs" c="dimmed">
              Opened by {opening && openerOf(opening)}
            </Text>
          </div>
        );
      })}
      {documents.length > MOST_LINKS && <Text size="sm">and {documents.length - MOST_LINKS} more</Text>}
    </div>
  );
}
