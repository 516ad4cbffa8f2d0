import { Stack, Text } from '@mantine/core';
import type { TokenRequest } from '@onboarding/contract';

/** Why a token request was refused, and what to do about it. */
export function Refusal({ request }: { request: TokenRequest }) {
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence(request.reason ?? request.error ?? 'The reason is unknown.')}
      </Text>
      {request.remedy !== null && (
        <Text size="sm" c="dimmed">
          <b>What to do:</b> {request.remedy}
        </Text>
      )}
      {request.lastRequestId !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Request {request.lastRequestId}
        </Text>
      )}
    </Stack>
  );
}

/** The log names the fields of an assertion as they are written, so a reason that begins with one keeps its small letter. */
function sentence(reason: string): string {
  const [word = ''] = reason.split(' ');
  const field = /^(alg|aud|crit|b64|exp|iat|iss|jku|jti|jwk|kid|nbf|sub|typ|x5c|x5u)$/.test(word);
  const text = field ? reason : reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
