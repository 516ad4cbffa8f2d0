import { Badge, Text } from '@mantine/core';
import type { Certificate } from '@onboarding/contract';
import { When } from '../values/index.ts';
import { certificateBadge } from './access-words.ts';

export function CertificateState({ certificate }: { certificate: Certificate }) {
  const { status, notAfter, revokedAt, revokedBy } = certificate;
  const { words, color } = certificateBadge(certificate);
  if (status === 'Revoked') {
    return (
      <>
        <Badge color={color}>{words}</Badge>
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
        <Badge color={color}>{words}</Badge>
        <Text size="xs" c="dimmed">
          <When at={notAfter} day />
        </Text>
      </>
    );
  }
  return (
    <>
      <Badge color={color}>{words}</Badge>
      <Text size="xs" c="dimmed">
        until <When at={notAfter} day />
      </Text>
    </>
  );
}
