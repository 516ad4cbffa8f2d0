// The versions of one country's rules: the active one, the differences between two, and activating another.
import { Badge, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ActionDialog } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { ReasonField } from '../reason-field.tsx';
import { COUNTRY_READS } from './country-dialog.tsx';
import type { Country } from './country-status.ts';
import { canActivate, consequencesOf, type Version } from './country-words.ts';
import { RuleDifferences } from './rule-differences.tsx';

const route = getRouteApi('/frame/reference');
const COLORS = { Draft: 'progress', Active: 'success', Retired: 'neutral' } as const;

export function CountryRules({ country }: { country: Country }) {
  const versions = useCall('listRuleVersions', { params: { countryCode: country.countryCode } });
  return (
    <Paper withBorder p="lg">
      <Loaded query={versions} height={220}>
        {({ items }) => <Versions country={country} items={items} />}
      </Loaded>
    </Paper>
  );
}

function Versions({ country, items }: { country: Country; items: Version[] }) {
  const { countryCode, name } = country;
  const { before, after, activate } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = items.find(({ version }) => version === activate);
  const choose = (part: 'before' | 'after') => (value: string | null) =>
    void navigate({ search: (old) => ({ ...old, [part]: value === null ? undefined : Number(value) }) });
  const data = items.map(({ version, status }) => ({
    value: String(version),
    label: `Version ${version} (${status.toLowerCase()})`,
  }));
  return (
    <Stack>
      <Title order={2} size="h4">
        Rules for residents
      </Title>
      {items.length === 0 ? (
        <EmptyPart>
          No rules yet: people who live there are refused. Add a first version with the operators’ command.
        </EmptyPart>
      ) : (
        <DataTable
          label={`Versions of ${name}`}
          columns={COLUMNS}
          rows={items}
          rowKey={({ version }) => String(version)}
          minWidth={640}
        />
      )}
      {items.length > 1 && (
        <>
          <Group align="flex-end">
            <Select
              label="Compare"
              w={220}
              data={data}
              value={before?.toString() ?? null}
              onChange={choose('before')}
            />
            <Select label="with" w={220} data={data} value={after?.toString() ?? null} onChange={choose('after')} />
          </Group>
          {before !== undefined && after !== undefined && (
            <RuleDifferences countryCode={countryCode} from={before} to={after} />
          )}
        </>
      )}
      {chosen !== undefined && canActivate(chosen) && (
        <ActivateDialog
          country={country}
          chosen={chosen}
          onClose={() => void navigate({ search: (old) => ({ ...old, activate: undefined }) })}
        />
      )}
    </Stack>
  );
}

function ActivateDialog({
  country,
  chosen: { version, status },
  onClose,
}: {
  country: Country;
  chosen: Version;
  onClose: () => void;
}) {
  const { countryCode, name } = country;
  const [reason, setReason] = useState('');
  const activate = useAction('activateRules', {
    refreshes: COUNTRY_READS,
    onDone: (done) => {
      notifications.show({ message: `Version ${done.version} of ${name} is active.` });
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('activateRules')}
      title={`Activate version ${version} of ${name}?`}
      button="Activate"
      pending={activate.isPending}
      error={activate.error}
      marked
      onConfirm={() => activate.mutate({ params: { countryCode, version: String(version) }, body: { reason } })}
      onClose={onClose}
    >
      <Text size="sm">{consequencesOf(country, status)}</Text>
      <ReasonField value={reason} onChange={setReason} error={activate.error?.fieldErrors().reason} />
    </ActionDialog>
  );
}

const COLUMNS: Column<Version>[] = [
  { header: 'Version', cell: ({ version }) => version, width: 80 },
  { header: 'Status', cell: ({ status }) => <Badge color={COLORS[status]}>{status}</Badge>, width: 110 },
  {
    header: 'Documents',
    cell: ({ documents, general }) => (general ? `${documents}, general passport rule` : documents),
  },
  {
    header: 'Active from',
    cell: ({ activatedAt }) => (activatedAt === null ? '–' : <When at={activatedAt} />),
    width: 190,
  },
  { header: 'Until', cell: ({ retiredAt }) => (retiredAt === null ? '–' : <When at={retiredAt} />), width: 190 },
  { header: 'Activate', cell: (version) => <Activate version={version} />, width: 120 },
];

function Activate({ version: { version, status } }: { version: Version }) {
  const navigate = route.useNavigate();
  if (!canActivate({ status })) return null;
  return (
    <Allowed to={operation('activateRules')}>
      {(disabled) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          aria-label={`Activate version ${version}`}
          onClick={() => void navigate({ search: (old) => ({ ...old, activate: version }) })}
        >
          Activate
        </Button>
      )}
    </Allowed>
  );
}
