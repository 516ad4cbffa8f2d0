// Operator actions with a partner or a country: who, when, what and why.
import { Paper, Text, Title } from '@mantine/core';
import type { OperatorAction, OperatorActionPage } from '@onboarding/contract';
import { Loaded } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import type { useCall } from '../api/client.ts';

type Entry = OperatorActionPage['items'][number];

/** The page of the log that is shown is in the URL, as "actions". */
export function ActionLog({
  log,
  cursor,
}: {
  log: ReturnType<typeof useCall<'listPartnerActions' | 'listCountryActions'>>;
  cursor: string | undefined;
}) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Operator actions
      </Title>
      <Loaded query={log} height={120}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing since the log began.
            </Text>
          ) : (
            <>
              <DataTable
                label="Operator actions"
                columns={COLUMNS}
                rows={items}
                rowKey={({ actionId }) => actionId}
                minWidth={640}
              />
              <ListFoot place={cursor} next={nextCursor} of="actions" words={BY_TIME} />
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}

const WORDS: Partial<Record<OperatorAction, string>> = {
  PartnerCreated: 'Created the partner',
  PartnerApproved: 'Approved the partner',
  PartnerRejected: 'Rejected the partner',
  PartnerActivated: 'Activated the partner',
  PartnerDeactivated: 'Deactivated the partner',
  PersonInvited: 'Invited someone',
  CertificateAdded: 'Added a certificate',
  CertificateRevoked: 'Revoked a certificate',
  PersonRoleChanged: "Changed a person's role",
  PersonDisabled: 'Disabled an account',
  PersonEnabled: 'Enabled an account',
  PersonFactorsReset: "Reset a person's second factors",
  PersonSignedOut: 'Signed someone out',
  CountryOpened: 'Opened the country',
  CountryClosed: 'Closed the country',
  CountryProhibited: 'Prohibited the country',
  CountryAllowed: 'Allowed the country',
  CountryHighRisk: 'Marked the country as high risk',
  CountryOrdinaryRisk: 'Marked the country as ordinary risk',
};

const LIMITS: Record<string, string> = {
  readsPerSecond: 'reads',
  writesPerSecond: 'writes',
  uploadLinksPerSecond: 'upload links',
};

function whatOf({ action, details }: Entry): string {
  if (action === 'RulesActivated') return `Activated version ${details.version} of the rules`;
  if (action === 'RulesDrafted') return `Added version ${details.version} of the rules as a draft`;
  if (action !== 'LimitsChanged') return WORDS[action] ?? action;
  const changed = Object.entries(details).map(([name, value]) => `${LIMITS[name] ?? name} ${value ?? 'default'}`);
  return `Changed the limits: ${changed.join(', ')}`;
}

const COLUMNS: Column<Entry>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 190 },
  { header: 'Who', cell: ({ actor }) => actor.name, width: 160 },
  { header: 'What', cell: whatOf },
  { header: 'Why', cell: ({ reason }) => reason ?? '–' },
];
