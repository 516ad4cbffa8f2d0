// Every entry of the audit trail of one business, with its number in the chain.
import { Code, CopyButton, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReviewAuditEntry } from '@onboarding/contract';
import { isAboutCursor } from '@onboarding/ui/api';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Empty, Loaded } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { Copied, StatusBadge, When } from '@onboarding/ui/values';
import { deedOf } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { actorOf, detailsOf, statusIn } from './facts/history-words.ts';

const route = getRouteApi('/frame/packages/$customerId/trail');

export function Trail() {
  const { customerId } = route.useParams();
  const { cursor } = route.useSearch();
  const params = { customerId };
  const trail = useCall('readPackageTrail', { params, query: { cursor, limit: 50 } }, { keep: true });
  // Only from the cache: each read of a package is recorded.
  const found = useCall('readPackage', { params }, { enabled: false }).data;
  const name = found?.business.companyName;
  if (trail.error?.code === 'Customer.NotFound') {
    return (
      <Page title="Package not found">
        <Empty title="No business has this id" action={<ButtonLink to="/queue">Go to the queue</ButtonLink>} />
      </Page>
    );
  }
  if (isAboutCursor(trail.error)) {
    return (
      <Page title="Audit trail">
        <Empty
          title="This page of the trail is no longer available"
          action={
            <ButtonLink from="/packages/$customerId/trail" search={{}}>
              Go to the newest entries
            </ButtonLink>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={name === undefined ? 'Audit trail' : `Audit trail of ${name}`}
      about={
        <>
          Who did what, newest first. The numbers have no gaps, and each hash covers the previous entry.
          <Copied text={customerId} what="the customer id" />
        </>
      }
      actions={
        <ButtonLink to="/packages/$customerId" params={params} variant="default">
          The package
        </ButtonLink>
      }
    >
      <Loaded query={trail} skeleton={<RowsLoading framed columns={columnsFor(() => [])} lines={2} minWidth={720} />}>
        {({ items, nextCursor }) => (
          <Stack gap="md">
            <DataTable
              framed
              label="Audit trail"
              columns={columnsFor((entry) => detailsOf(entry.details, found))}
              rows={items}
              rowKey={(entry) => entry.auditId}
              minWidth={720}
            />
            <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function columnsFor(details: (entry: ReviewAuditEntry) => string[]): readonly Column<ReviewAuditEntry>[] {
  return [
    { header: 'No.', cell: (entry) => entry.sequence, numeric: true, width: 60 },
    { header: 'When', cell: (entry) => <When at={entry.occurredAt} />, width: 130 },
    {
      header: 'What',
      cell: (entry) => {
        const status = statusIn(entry.details);
        return (
          <>
            <Group gap={6}>
              <Text size="sm" fw={600} title={entry.action}>
                {deedOf(entry.action)}
              </Text>
              {status !== undefined && <StatusBadge status={status} />}
            </Group>
            <Text size="xs" c="dimmed">
              {details(entry).join(' · ')}
            </Text>
          </>
        );
      },
    },
    { header: 'Who', cell: (entry) => actorOf(entry), width: 140 },
    {
      header: 'Request',
      cell: (entry) => <End of={entry.requestId} what={`the request of entry ${entry.sequence}`} />,
      width: 110,
    },
    {
      header: 'Hash',
      cell: (entry) => <End of={entry.hash} what={`the hash of entry ${entry.sequence}`} />,
      width: 110,
    },
  ];
}

/** The end of a long id, enough to distinguish it; a click copies the whole id. */
function End({ of, what }: { of: string; what: string }) {
  return (
    <CopyButton value={of}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} title={of}>
          <Code>{copied ? 'Copied' : `…${of.slice(-8)}`}</Code>
          <VisuallyHidden>: {copied ? what : `copy ${what}`}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
