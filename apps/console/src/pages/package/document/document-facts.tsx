// Facts about the file of a document, in words.
import { Badge, Text } from '@mantine/core';
import type { GivenVerdict, PackageRecord } from '@onboarding/contract';
import { Copied, Facts, sizeOf, When } from '@onboarding/ui/values';
import classes from './document.module.css';

export type PackageDocument = PackageRecord['documents'][number];

export function personOf({ business }: PackageRecord, { uboId }: Pick<PackageDocument, 'uboId'>): string {
  const person = business.businessPersonList.find((one) => one.uboId === uboId);
  return person === undefined ? 'a person who is no longer named' : `${person.firstName} ${person.lastName}`;
}

const VERDICTS = {
  Approved: { label: 'Approved', color: 'green' },
  ChangesRequested: { label: 'Changes', color: 'orange' },
  Rejected: { label: 'Rejected', color: 'red' },
} as const;

export function VerdictBadge({ verdict }: { verdict: GivenVerdict | null }) {
  if (verdict === null) return <Badge color="gray">No verdict</Badge>;
  const { label, color } = VERDICTS[verdict.verdict];
  return <Badge color={color}>{label}</Badge>;
}

const TYPES = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const;

/** `compared`: the bytes on the screen have the recorded hash. */
export function FileFacts({ document, compared }: { document: PackageDocument; compared: boolean }) {
  const { contentType, sizeBytes, uploadedAt, confirmedAt, sha256 } = document;
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
      <Facts
        items={[
          ['Uploaded', uploadedAt === null ? null : <When key="uploaded" at={uploadedAt} />],
          ['Checked, no virus found', confirmedAt === null ? null : <When key="checked" at={confirmedAt} />],
          ['SHA-256 recorded', sha256 === null ? null : <Copied key="hash" text={sha256} what="the SHA-256" />],
          ['SHA-256 of this file', compared ? 'The same' : 'Not compared'],
        ]}
      />
    </details>
  );
}
