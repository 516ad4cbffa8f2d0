import { Stack, Text } from '@mantine/core';
import type { TokenRequest } from '@onboarding/contract';
import { refusalWords } from './token-log.ts';

/** Why a token request was refused, and what to do about it. */
export function Refusal({ request }: { request: TokenRequest }) {
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {refusalWords(request)}
      </Text>
      {request.remedy !== null && (
        <Text size="sm" c="dimmed">
          <b>What to do:</b> {request.remedy}
        </Text>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Request {request.requestId}
      </Text>
    </Stack>
  );
}
