import { Badge, Text } from '@mantine/core';
import type { Certificate } from '@onboarding/contract';
import { When } from '../values/index.ts';

/** How long it is still good for; the nearer the end, the louder. */
export function CertificateState({ certificate }: { certificate: Certificate }) {
  const { status, daysLeft, expiryWarning, notAfter, revokedAt, revokedBy } = certificate;
  if (status === 'Revoked') {
    return (
      <>
        <Badge color="gray">Revoked</Badge>
        <Text size="xs" c="dimmed">
          {revokedAt !== null && <When at={revokedAt} day />}
          {revokedBy !== null && ` by ${revokedBy.name}`}
        </Text>
      </>
    );
  }
  if (status === 'Expired') {
    return (
      <>
        <Badge color="red">Expired</Badge>
        <Text size="xs" c="dimmed">
          <When at={notAfter} day />
        </Text>
      </>
    );
  }
  const urgent = expiryWarning !== null && expiryWarning <= 14;
  return (
    <>
      <Badge color={urgent ? 'red' : expiryWarning === null ? 'green' : 'yellow'}>{daysLeftInWords(daysLeft)}</Badge>
      <Text size="xs" c="dimmed">
        until <When at={notAfter} day />
      </Text>
    </>
  );
}

export function daysLeftInWords(days: number): string {
  if (days === 0) return 'Expires today';
  return days === 1 ? '1 day left' : `${days} days left`;
}
