// The attempts of a delivery, and the next planned one.
import { Badge, Code, ScrollArea, Stack, Text, Timeline } from '@mantine/core';
import type { DeliveryAttempt, DeliveryDetail } from '@onboarding/contract';
import { Snippet, When } from '@onboarding/ui/values';
import { cureOf, ERROR_KINDS } from '../webhooks/attempt-words.ts';
import { duration } from '../webhooks/numbers.ts';
import { isGivenUpEarly, sentHeaders } from './delivery-words.ts';
import { MOST_ATTEMPTS, waited } from './history.ts';
import { Next } from './words.tsx';

export function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const { attempts, status } = delivery;
  return (
    <Timeline bulletSize={18} lineWidth={2} active={attempts.length - 1}>
      {attempts.map((attempt, index) => (
        <Timeline.Item
          key={attempt.attemptNo}
          color={attempt.errorKind === null ? 'success' : 'danger'}
          title={`Attempt ${attempt.attemptNo} of ${MOST_ATTEMPTS}`}
        >
          <Attempt attempt={attempt} before={attempts[index - 1]} headers={sentHeaders(delivery, attempt)} />
        </Timeline.Item>
      ))}
      {status === 'Pending' && (
        <Timeline.Item title={`Attempt ${attempts.length + 1} of ${MOST_ATTEMPTS}`} lineVariant="dashed">
          <Text size="sm" component="div">
            <Next delivery={delivery} /> {delivery.nextAttemptAt !== null && <When at={delivery.nextAttemptAt} />}
          </Text>
        </Timeline.Item>
      )}
      {isGivenUpEarly(delivery) && (
        <Timeline.Item title="No further attempt" lineVariant="dashed">
          <Text size="sm">
            We gave up early: its replay was cancelled, or it waited too long while the webhook was disabled.
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  );
}

function Attempt({
  attempt,
  before,
  headers,
}: {
  attempt: DeliveryAttempt;
  before: DeliveryAttempt | undefined;
  headers: string | undefined;
}) {
  const { sentAt, durationMs, statusCode, errorKind, responseExcerpt, url } = attempt;
  return (
    <Stack gap={6}>
      <Text size="sm" component="div">
        <Badge color={errorKind === null ? 'success' : 'danger'} mr="xs">
          {statusCode ?? errorKind}
        </Badge>
        <When at={sentAt} seconds />
        {before !== undefined && `, ${waited(Date.parse(sentAt) - Date.parse(before.sentAt))} after the previous one`}.
        It took {duration(durationMs)}.
      </Text>
      {errorKind !== null && (
        <Text size="sm" component="div">
          <b>{ERROR_KINDS[errorKind].title}.</b> {cureOf(errorKind, statusCode)}{' '}
          <Text span size="sm" c="dimmed">
            ({errorKind})
          </Text>
        </Text>
      )}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Sent to {url}
      </Text>
      {headers !== undefined && (
        <details>
          <Text component="summary" size="sm">
            Headers that we sent
          </Text>
          <Snippet text={headers} what={`the headers of attempt ${attempt.attemptNo}`} />
        </details>
      )}
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <div>
          <Text size="sm" mb={4}>
            Your receiver’s response:
          </Text>
          <ScrollArea.Autosize
            mah={160}
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `Response to attempt ${attempt.attemptNo}` }}
          >
            <Code block>{responseExcerpt}</Code>
          </ScrollArea.Autosize>
        </div>
      )}
    </Stack>
  );
}
