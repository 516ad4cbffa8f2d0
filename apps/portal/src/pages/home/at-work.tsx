// The home page once there are businesses: counts by status, the webhook, expiring certificates and the latest outcomes.
import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@onboarding/contract';
import { daysLeftInWords, isUrgent } from '@onboarding/ui/access';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { StatusBadge, When } from '@onboarding/ui/values';
import { STATUS_NAMES, STATUSES } from '@onboarding/ui/words';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/client.ts';
import { certificatesWords, customersWith } from './home-rules.ts';

const LOOK_MS = 30_000;
const DAY_MS = 86_400_000;

export function AtWork({ overview }: { overview: Overview }) {
  return (
    <Stack gap="lg">
      <Counts />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title="Webhook">
          <Webhook overview={overview} />
        </Card>
        <Card title="Certificates">
          <Certificates overview={overview} />
        </Card>
      </SimpleGrid>
      <LatestOutcomes />
    </Stack>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Counts() {
  const statistics = useCall('readCustomerStatistics', {}, { poll: LOOK_MS });
  return (
    <Loaded query={statistics} height={96}>
      {({ byStatus }) => (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
          {STATUS_NAMES.map((status) => (
            <Paper key={status} withBorder p="md">
              <Text size="xl" fw={650}>
                {customersWith(status, byStatus).toLocaleString()}
              </Text>
              <PageLink to="/customers" search={{ status: [status] }} size="sm">
                {STATUSES[status].label}
              </PageLink>
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </Loaded>
  );
}

const WEBHOOK = {
  NotRegistered: ['gray', 'Not registered', 'We cannot tell your system when a review ends.'],
  Active: ['green', 'Active', 'Your receiver accepts events.'],
  Degraded: ['yellow', 'Failing', 'Your receiver has recently rejected or missed events. We keep trying.'],
  Disabled: ['red', 'Disabled', 'Nothing is sent until an admin enables it again.'],
} as const;

function Webhook({ overview }: { overview: Overview }) {
  const [color, label, words] = WEBHOOK[overview.webhook.status];
  return (
    <Stack gap="xs" align="flex-start">
      <Badge color={color}>{label}</Badge>
      <Text size="sm">{words}</Text>
      <PageLink to="/webhooks" size="sm">
        Open the webhook
      </PageLink>
    </Stack>
  );
}

function Certificates({ overview: { credential } }: { overview: Overview }) {
  return (
    <Stack gap="xs" align="flex-start">
      {credential.expiring.length === 0 ? (
        <Text size="sm">{certificatesWords(credential.active)}</Text>
      ) : (
        credential.expiring.map(({ certificateId, name, daysLeft }) => (
          <Group key={certificateId} gap="xs">
            <Badge color={isUrgent(daysLeft) ? 'red' : 'yellow'}>{daysLeftInWords(daysLeft)}</Badge>
            <Text size="sm">{name}</Text>
          </Group>
        ))
      )}
      <PageLink to="/credentials" size="sm">
        Open the certificates
      </PageLink>
    </Stack>
  );
}

const DECIDED = ['Approved', 'Rejected', 'ChangesRequested'];

function LatestOutcomes() {
  // Fixed when the page is opened; otherwise each render would change the query.
  const [since] = useState(() => new Date(Date.now() - 30 * DAY_MS).toISOString());
  const latest = useCall(
    'listCustomers',
    { query: { verificationStatus: DECIDED, updatedFrom: since, limit: 6 } },
    { poll: LOOK_MS },
  );
  return (
    <Card title="Latest outcomes">
      <Loaded query={latest} height={160}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No review has ended within the last 30 days.</Text>
          ) : (
            <Stack gap="xs">
              {items.map((one) => (
                <Group key={one.customerId} gap="sm">
                  <StatusBadge status={one.verificationStatus} />
                  <PageLink
                    to="/customers/$customerId"
                    params={{ customerId: one.customerId }}
                    size="sm"
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {one.companyName}
                  </PageLink>
                  <Text size="sm" c="dimmed">
                    <When at={one.statusChangedAt} ago />
                  </Text>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  );
}
