// Facts about the file of a document, in words.
import { Text } from '@mantine/core';
import type { GivenVerdict, PackageRecord } from '@onboarding/contract';
import { type FactTable, factsOf } from '@onboarding/ui/facts';
import { Copied, Facts, StatusBadge, sizeOf, When } from '@onboarding/ui/values';
import classes from './document.module.css';

export type PackageDocument = PackageRecord['documents'][number];

export function personOf({ business }: PackageRecord, { uboId }: Pick<PackageDocument, 'uboId'>): string {
  const person = business.businessPersonList.find((one) => one.uboId === uboId);
  return person === undefined ? 'a person who is no longer named' : `${person.firstName} ${person.lastName}`;
}

export function VerdictBadge({ verdict }: { verdict: GivenVerdict | null }) {
  return <StatusBadge status={verdict?.verdict ?? 'NotStarted'} />;
}

const TYPES = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const;

/** `compared`: the bytes on the screen have the recorded hash. */
export function FileFacts({ document, compared }: { document: PackageDocument; compared: boolean }) {
  const { contentType, sizeBytes, uploadedAt } = document;
  return (
    <details className={classes.facts}>
      <summary>
        <Text size="xs" span>
          {TYPES[contentType]}
          {sizeBytes !== null && `, ${sizeOf(sizeBytes)}`}
          {uploadedAt !== null && (
            <>
              , uploaded <When at={uploadedAt} />
            </>
          )}
          {compared && ', identical to the upload'}
        </Text>
      </summary>
      <Facts items={[...factsOf(document, FACTS), ['SHA-256 of this file', compared ? 'The same' : 'Not compared']]} />
    </details>
  );
}

const FACTS = {
  uploadedAt: ['Uploaded', (at) => <When at={at} />],
  confirmedAt: ['Checked, no virus found', (at) => <When at={at} />],
  sha256: ['SHA-256 recorded', (hash) => <Copied text={hash} what="the SHA-256" />],
  documentId: 'hidden',
  documentCategory: 'elsewhere',
  contentType: 'elsewhere',
  sizeBytes: 'elsewhere',
  status: 'elsewhere',
  refusal: 'elsewhere',
  uboId: 'elsewhere',
  verdict: 'elsewhere',
  requestedBy: 'elsewhere',
  openedBy: 'elsewhere',
} satisfies FactTable<PackageDocument>;
