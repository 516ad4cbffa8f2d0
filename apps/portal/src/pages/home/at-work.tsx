// The home page once there are businesses: counts by status, the webhook, expiring certificates and the latest outcomes.
import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Overview, VerificationStatus } from '@onboarding/contract';
import { daysLeftInWords, isUrgent } from '@onboarding/ui/access';
import { PageLink, Section } from '@onboarding/ui/shell';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import type { Tone } from '@onboarding/ui/tones';
import { StatusBadge, When } from '@onboarding/ui/values';
import { STATUS_NAMES, STATUSES } from '@onboarding/ui/words';
import { useState } from 'react';
import { useCall } from '../../api/client.ts';
import classes from './home.module.css';
import { certificatesWords, customersWith } from './home-rules.ts';

const LOOK_MS = 30_000;
const DAY_MS = 86_400_000;

export function AtWork({ overview }: { overview: Overview }) {
  return (
    <Stack gap="lg">
      <Counts />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Webhook overview={overview} />
        <Certificates overview={overview} />
      </SimpleGrid>
      <LatestOutcomes />
    </Stack>
  );
}

function Counts() {
  const statistics = useCall('readCustomerStatistics', {}, { poll: LOOK_MS });
  return (
    <Loaded query={statistics} height={96}>
      {({ byStatus }) => (
        <nav className={classes.counts} aria-label="Customers by status">
          {STATUS_NAMES.map((status) => (
            <Count key={status} status={status} customers={customersWith(status, byStatus)} />
          ))}
        </nav>
      )}
    </Loaded>
  );
}

function Count({ status, customers }: { status: VerificationStatus; customers: number }) {
  const { label, color } = STATUSES[status];
  return (
    <div className={classes.count} data-none={customers === 0}>
      <PageLink to="/customers" search={{ status: [status] }} size="sm" className={classes.countLink}>
        <span className={classes.dot} style={{ background: `var(--${color}-solid)` }} aria-hidden />
        {label}
      </PageLink>
      <span className={classes.figure}>{customers.toLocaleString()}</span>
    </div>
  );
}

const WEBHOOK = {
  NotRegistered: ['neutral', 'Not registered', 'We cannot tell your system when a review ends.'],
  Active: ['success', 'Active', 'Your receiver accepts events.'],
  Degraded: ['warning', 'Failing', 'Your receiver has recently rejected or missed events. We keep trying.'],
  Disabled: ['danger', 'Disabled', 'Nothing is sent until an admin enables it again.'],
} as const satisfies Record<Overview['webhook']['status'], readonly [Tone, string, string]>;

function Webhook({ overview }: { overview: Overview }) {
  const [tone, label, words] = WEBHOOK[overview.webhook.status];
  return (
    <Section title="Webhook" aside={<Badge color={tone}>{label}</Badge>}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words}</Text>
        <PageLink to="/webhooks" size="sm">
          Open the webhook
        </PageLink>
      </Stack>
    </Section>
  );
}

function Certificates({ overview: { credential } }: { overview: Overview }) {
  return (
    <Section title="Certificates">
      <Stack gap="xs" align="flex-start">
        {credential.expiring.length === 0 ? (
          <Text size="sm">{certificatesWords(credential.active)}</Text>
        ) : (
          credential.expiring.map(({ certificateId, name, daysLeft }) => (
            <Group key={certificateId} gap="xs">
              <Text size="sm">{name}</Text>
              <Badge color={isUrgent(daysLeft) ? 'danger' : 'warning'}>{daysLeftInWords(daysLeft)}</Badge>
            </Group>
          ))
        )}
        <PageLink to="/credentials" size="sm">
          Open the certificates
        </PageLink>
      </Stack>
    </Section>
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
    <Section
      title="Latest outcomes"
      aside={
        <PageLink to="/customers" size="sm">
          All customers
        </PageLink>
      }
    >
      <Loaded query={latest} height={160}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyPart>
              No review has ended within the last 30 days. Each outcome appears here when it takes effect.
            </EmptyPart>
          ) : (
            <ul className={classes.outcomes}>
              {items.map((one) => (
                <li key={one.customerId} className={classes.outcome}>
                  <PageLink
                    to="/customers/$customerId"
                    params={{ customerId: one.customerId }}
                    size="sm"
                    fw={550}
                    className={classes.name}
                  >
                    {one.companyName}
                  </PageLink>
                  <StatusBadge status={one.verificationStatus} />
                  <Text size="sm" c="dimmed" className={classes.when}>
                    <When at={one.statusChangedAt} ago />
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
