// A preview of what the partner will read, from the server.
import { List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { DecisionPreview, PackageRecord } from '@onboarding/contract';
import { Failure } from '@onboarding/ui/states';
import { useCall } from '../../../api/client.ts';
import type { bodyOf } from './draft.ts';
import { remedyOf, statusLine } from './reason-rules.ts';

const TYPING_MS = 400;

/** An undefined body means that something is missing, so there is nothing to preview yet. */
export function usePreview(customerId: string, body: ReturnType<typeof bodyOf> | undefined) {
  const [unchanged] = useDebouncedValue(body === undefined ? undefined : JSON.stringify(body), TYPING_MS);
  const current = body === undefined ? undefined : JSON.stringify(body);
  return useCall(
    'previewDecision',
    { params: { customerId }, body: unchanged === undefined ? NOTHING : JSON.parse(unchanged) },
    { enabled: unchanged !== undefined && unchanged === current, keep: true },
  );
}

const NOTHING: ReturnType<typeof bodyOf> = { seenVersion: '', outcome: 'Approve' };

export function PartnerReads({ found, query }: { found: PackageRecord; query: ReturnType<typeof usePreview> }) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="partner-reads">
      <Title order={3} size="h6" id="partner-reads" mb={4}>
        What the partner will see
      </Title>
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === undefined ? <Skeleton h={60} /> : <Status found={found} {...query.data} />}
    </Paper>
  );
}

function Status({ found, verificationStatus: status }: DecisionPreview & { found: PackageRecord }) {
  return (
    <Stack gap={6}>
      <Text size="sm">{statusLine(status)}</Text>
      {status.reasons.length > 0 && (
        <List size="sm" spacing={6}>
          {status.reasons.map((reason) => (
            <List.Item key={reason.reasonId}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {reason.message}
              </Text>
              <Text size="xs" c="dimmed">
                {remedyOf(found, reason)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
