// One partner: its standing, limits, credentials and users.
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { OperatedPartnerDetail } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { Copied, Facts, FactsLoading, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { ActionLog } from '../action-log.tsx';
import { PartnerCertificates } from './partner-certificates.tsx';
import { PartnerDialogs } from './partner-dialogs.tsx';
import { ACTION_LABELS, actionsOn, isGrave, limitWords, STANDING_WORDS, standingOf } from './partner-rules.ts';
import { PartnerUsers } from './partner-users.tsx';

const route = getRouteApi('/frame/partners/$partnerId');

export function Partner() {
  const { partnerId } = route.useParams();
  const partner = useCall('readPartner', { params: { partnerId } });
  return (
    <Page
      title={partner.data?.name ?? 'Partner'}
      actions={
        <ButtonLink to="/partners" variant="default">
          All partners
        </ButtonLink>
      }
    >
      <Loaded query={partner} skeleton={<FactsLoading framed />}>
        {(value) => <Details partner={value} />}
      </Loaded>
    </Page>
  );
}

function Details({ partner }: { partner: OperatedPartnerDetail }) {
  const { partnerId, clientId, createdAt } = partner;
  const standing = STANDING_WORDS[standingOf(partner)];
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Facts
          items={[
            [
              'Standing',
              <Group key="standing" gap="sm">
                <Badge color={standing.color}>{standing.name}</Badge>
                <Text size="sm">{standing.means}</Text>
              </Group>,
            ],
            ['Client id', <Copied key="client" text={clientId} what="the client id" />],
            ['Partner id', <Copied key="partner" text={partnerId} what="the partner id" />],
            ['Created', <When key="created" at={createdAt} />],
          ]}
        />
        <StandingButtons partner={partner} />
      </Paper>
      <Limits partner={partner} />
      <PartnerCertificates certificates={partner.certificates} />
      <PartnerUsers partnerId={partnerId} />
      <PartnerLog partnerId={partnerId} />
      <PartnerDialogs partner={partner} />
    </Stack>
  );
}

function PartnerLog({ partnerId }: { partnerId: string }) {
  const { actions: cursor } = route.useSearch();
  const log = useCall('listPartnerActions', { params: { partnerId }, query: { cursor } }, { keep: true });
  return <ActionLog log={log} cursor={cursor} />;
}

function StandingButtons({ partner }: { partner: OperatedPartnerDetail }) {
  const navigate = route.useNavigate();
  return (
    <Allowed to={operation('approvePartner')}>
      {(disabled) => (
        <Group gap="sm" mt="md">
          {actionsOn(partner).map((action) => (
            <Button
              key={action}
              disabled={disabled}
              onClick={() => void navigate({ search: (old) => ({ ...old, ask: action }) })}
              {...(isGrave(action) ? { variant: 'light', color: 'danger' } : {})}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
        </Group>
      )}
    </Allowed>
  );
}

function Limits({ partner: { limits, defaultLimits } }: { partner: OperatedPartnerDetail }) {
  const navigate = route.useNavigate();
  const said = (name: keyof typeof limits) => limitWords(limits[name], defaultLimits[name]);
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        API limits
      </Title>
      <Facts
        items={[
          ['Reads', said('readsPerSecond')],
          ['Writes', said('writesPerSecond')],
          ['Upload links', said('uploadLinksPerSecond')],
        ]}
      />
      <Allowed to={operation('changePartnerLimits')}>
        {(disabled) => (
          <Button
            mt="md"
            variant="default"
            disabled={disabled}
            onClick={() => void navigate({ search: (old) => ({ ...old, ask: 'limits' }) })}
          >
            Change the limits
          </Button>
        )}
      </Allowed>
    </Paper>
  );
}
