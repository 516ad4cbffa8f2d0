// The certificates with which a partner's systems get tokens. Its admins manage them in the portal; an operator revokes one whose
// key is compromised.
import { Button, Paper, Text, Title } from '@mantine/core';
import type { Certificate } from '@onboarding/contract';
import { CertificateState } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { EmptyPart } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation } from '../../api/client.ts';

const route = getRouteApi('/frame/partners/$partnerId');

export function PartnerCertificates({ certificates }: { certificates: readonly Certificate[] }) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        API certificates
      </Title>
      {certificates.length === 0 ? (
        <EmptyPart>None yet. Its admins register them in the portal, and its systems use them to get tokens.</EmptyPart>
      ) : (
        <DataTable
          label="Certificates"
          columns={COLUMNS}
          rows={certificates}
          rowKey={({ certificateId }) => certificateId}
          minWidth={680}
        />
      )}
    </Paper>
  );
}

function Revoke({ certificate: { certificateId, name, status } }: { certificate: Certificate }) {
  const navigate = route.useNavigate();
  if (status !== 'Active') return null;
  return (
    <Allowed to={operation('revokePartnerCertificate')}>
      {(disabled) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          aria-label={`Revoke ${name}`}
          onClick={() => void navigate({ search: (old) => ({ ...old, ask: 'revoke', certificate: certificateId }) })}
        >
          Revoke
        </Button>
      )}
    </Allowed>
  );
}

const COLUMNS: Column<Certificate>[] = [
  {
    header: 'Name',
    cell: ({ name, subject }) => (
      <>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
      </>
    ),
  },
  { header: 'State', cell: (certificate) => <CertificateState certificate={certificate} />, width: 150 },
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
    width: 140,
  },
  {
    header: 'Last token',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <When at={lastUsedAt} ago />),
    width: 110,
  },
  { header: '', cell: (certificate) => <Revoke certificate={certificate} />, width: 100 },
];
