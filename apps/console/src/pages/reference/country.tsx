// One country: its status and who decided it, the versions of its rules, and the operator actions on it.
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { Facts, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operation, useCall } from '../../api/client.ts';
import { ActionLog } from '../action-log.tsx';
import { CountryDialog, DECISION_WORDS } from './country-dialog.tsx';
import { CountryRules } from './country-rules.tsx';
import { type Country, decisionsFor, STATUS_WORDS, statusOf } from './country-status.ts';
import { type Told, toldOf } from './country-words.ts';

const route = getRouteApi('/frame/reference');

export function OneCountry({ country }: { country: Country }) {
  const { q, status, ask } = route.useSearch();
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: (old) => ({ ...old, ask: undefined }) });
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {country.name}
          </Title>
          <ButtonLink to="/reference" search={{ q, status }} variant="default" size="compact-sm">
            All countries
          </ButtonLink>
        </Group>
        <Facts items={factsOf(country)} />
        <DecisionButtons country={country} />
      </Paper>
      <CountryRules country={country} />
      <CountryLog countryCode={country.countryCode} />
      {ask !== undefined && decisionsFor(country).includes(ask) && (
        <CountryDialog country={country} decision={ask} onClose={close} />
      )}
    </Stack>
  );
}

function factsOf(country: Country): [string, ReactNode][] {
  const { name, color, means } = STATUS_WORDS[statusOf(country)];
  return [
    [
      'Status',
      <Group key="status" gap="sm">
        <Badge color={color}>{name}</Badge>
        <Text size="sm">{means}</Text>
      </Group>,
    ],
    ...toldOf(country).map((told): [string, ReactNode] => [told.word, <Decided key={told.word} {...told} />]),
  ];
}

function Decided({ at, by, why }: Told) {
  return (
    <>
      <When at={at} day />
      {by !== null && `, by ${by}`}
      {why !== undefined && `: ${why}`}
    </>
  );
}

function DecisionButtons({ country }: { country: Country }) {
  const navigate = route.useNavigate();
  return (
    <Allowed to={operation('openCountry')}>
      {(disabled) => (
        <Group gap="sm" mt="md">
          {decisionsFor(country).map((decision) => (
            <Button
              key={decision}
              disabled={disabled}
              onClick={() => void navigate({ search: (old) => ({ ...old, ask: decision }) })}
              {...(DECISION_WORDS[decision].grave ? { variant: 'light', color: 'danger' } : {})}
              {...(decision === 'ordinary-risk' ? { variant: 'default' } : {})}
            >
              {DECISION_WORDS[decision].button}
            </Button>
          ))}
        </Group>
      )}
    </Allowed>
  );
}

function CountryLog({ countryCode }: { countryCode: string }) {
  const { actions: cursor } = route.useSearch();
  const log = useCall('listCountryActions', { params: { countryCode }, query: { cursor } }, { keep: true });
  return <ActionLog log={log} cursor={cursor} />;
}
