// What a system needs to get tokens, and all its certificates.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ApiCredentials, Certificate } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { CertificateState } from '@onboarding/ui/access';
import { Dialog } from '@onboarding/ui/dialog';
import { Allowed, Permitted, StepUp } from '@onboarding/ui/session';
import { ButtonLink, Page, PageLink } from '@onboarding/ui/shell';
import { ActionFailure, Empty, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { Copied, Facts, FactsLoading, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useAction, useCall } from '../../api/client.ts';
import { byUse } from './pasted.ts';

const route = getRouteApi('/frame/credentials');

export function Credentials() {
  const credentials = useCall('readApiCredentials');
  return (
    <Page
      title="API credentials"
      about="The certificates that your systems use to get tokens for the Partner API."
      actions={
        <>
          <ButtonLink to="/credentials/requests" variant="default">
            Token requests
          </ButtonLink>
          <NewButton />
        </>
      }
    >
      <Loaded query={credentials} skeleton={<FactsLoading framed lines={3} />}>
        {(value) => (
          <>
            <Paper withBorder p="lg">
              <Facts
                items={[
                  ['Client id', <Copied key="client" text={value.clientId} what="the client id" />],
                  ['Token endpoint', <Copied key="token" text={value.tokenEndpoint} what="the token endpoint" />],
                  ['Issuer (use as aud)', <Copied key="issuer" text={value.issuer} what="the issuer" />],
                ]}
              />
            </Paper>
            <Certificates credentials={value} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function NewButton() {
  return (
    <Allowed to={operation('registerApiCertificate')}>
      {(disabled) =>
        disabled ? (
          <Button disabled>New certificate</Button>
        ) : (
          <ButtonLink to="/credentials/new">New certificate</ButtonLink>
        )
      }
    </Allowed>
  );
}

function Certificates({ credentials }: { credentials: ApiCredentials }) {
  const { revoke, past } = route.useSearch();
  const navigate = route.useNavigate();
  const { active, ended } = byUse(credentials.certificates);
  const revoked = active.find(({ certificateId }) => certificateId === revoke);
  const columns = columnsFor(
    (certificateId) => void navigate({ search: (before) => ({ ...before, revoke: certificateId }) }),
  );
  return (
    <Stack gap="lg">
      {revoked !== undefined && (
        <RevokeDialog
          certificate={revoked}
          onClose={() => void navigate({ search: (before) => ({ ...before, revoke: undefined }) })}
        />
      )}
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="sm">
          Active certificates
        </Title>
        {active.length === 0 ? (
          <Empty title={ended.length === 0 ? 'No certificate yet' : 'No valid certificate left'} action={<NewButton />}>
            Your systems cannot get tokens until one is registered. You can generate the key and its certificate here.
          </Empty>
        ) : (
          <DataTable
            label="Active certificates"
            columns={columns}
            rows={active}
            rowKey={({ certificateId }) => certificateId}
            minWidth={700}
          />
        )}
      </Paper>
      {ended.length > 0 && (
        <Paper withBorder p="lg">
          <Group justify="space-between">
            <Title order={2} size="h4">
              Revoked and expired
            </Title>
            <PageLink to="/credentials" search={past === undefined ? { past: 'shown' } : {}}>
              {past === undefined ? `Show ${ended.length}` : 'Hide'}
            </PageLink>
          </Group>
          {past !== undefined && (
            <DataTable
              label="Revoked and expired certificates"
              columns={columns.slice(0, -1)}
              rows={ended}
              rowKey={({ certificateId }) => certificateId}
              minWidth={700}
            />
          )}
        </Paper>
      )}
    </Stack>
  );
}

const columnsFor = (onRevoke: (certificateId: string) => void): Column<Certificate>[] => [
  {
    header: 'Name',
    cell: ({ name, subject }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} title={subject}>
          {subject}
        </Text>
      </>
    ),
  },
  { header: 'State', cell: (certificate) => <CertificateState certificate={certificate} />, width: 190 },
  {
    header: 'Last token',
    cell: ({ lastUsedAt, certificateId }) =>
      lastUsedAt === null ? (
        'None yet'
      ) : (
        <PageLink to="/credentials/requests" search={{ certificateId }} size="sm">
          <When at={lastUsedAt} ago />
        </PageLink>
      ),
    width: 140,
  },
  {
    header: 'Registered',
    cell: ({ registeredAt, registeredBy }) => (
      <>
        <When at={registeredAt} day />
        {registeredBy !== null && (
          <Text size="xs" c="dimmed">
            by {registeredBy.name}
          </Text>
        )}
      </>
    ),
    width: 150,
  },
  {
    header: '',
    cell: ({ certificateId, name }) => (
      <Allowed to={operation('revokeApiCertificate')}>
        {(disabled) => (
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            onClick={() => onRevoke(certificateId)}
            aria-label={`Revoke ${name}`}
          >
            Revoke
          </Button>
        )}
      </Allowed>
    ),
    width: 110,
  },
];

function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const revoke = useAction('revokeApiCertificate', {
    refreshes: ['readApiCredentials', 'readOverview'],
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={`Revoke “${certificate.name}”?`}>
      <Permitted to={operation('revokeApiCertificate')}>
        <StepUp>
          <Stack>
            <Text size="sm">
              Systems that sign with its key can no longer get tokens. Tokens they already have expire within{' '}
              {TOKEN_SECONDS / 60} minutes. This cannot be undone.
            </Text>
            {certificate.lastUsedAt !== null && (
              <Text size="sm">
                It was last used <When at={certificate.lastUsedAt} ago />.
              </Text>
            )}
            <ActionFailure error={revoke.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                color="danger"
                loading={revoke.isPending}
                onClick={() => revoke.mutate({ params: { certificateId: certificate.certificateId } })}
              >
                Revoke
              </Button>
            </Group>
          </Stack>
        </StepUp>
      </Permitted>
    </Dialog>
  );
}
