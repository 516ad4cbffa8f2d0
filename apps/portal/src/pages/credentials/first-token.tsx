// After a certificate is registered: how to get a token with it, and whether that has worked.
import { Alert, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import type { ApiCredentials, Certificate } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { IconAlertTriangle, IconCheck } from '@onboarding/ui/icons';
import { ButtonLink, PageLink } from '@onboarding/ui/shell';
import { FailedPart } from '@onboarding/ui/states';
import { Snippet, When } from '@onboarding/ui/values';
import { useCall } from '../../api/client.ts';
import { Refusal } from './refusal.tsx';
import { tokenSnippet } from './snippets.ts';
import { findIssued, lastRefusal, refusedTitle } from './token-log.ts';

const LOOK_MS = 3_000;

export function FirstToken({
  credentials,
  certificate,
  keyFile,
}: {
  credentials: ApiCredentials;
  certificate: Certificate;
  keyFile: string;
}) {
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="xs">
          Get a token
        </Title>
        <Text size="sm" mb="sm">
          Copy this into a terminal, in the folder with the private key. It needs <code>openssl</code> and{' '}
          <code>curl</code>.
        </Text>
        <Snippet text={tokenSnippet(credentials, keyFile)} what="the commands that get a token" height={420} />
      </Paper>
      <Waiting certificate={certificate} />
    </Stack>
  );
}

/** Turns green automatically once a token was issued for the certificate; until then, shows why a request was refused. */
function Waiting({ certificate }: { certificate: Certificate }) {
  const used = certificate.lastUsedAt !== null;
  const requests = useCall(
    'listTokenRequests',
    { query: { from: certificate.registeredAt, limit: 50 } },
    { poll: used ? false : LOOK_MS, pollUntil: ({ items }) => findIssued(items, certificate) !== undefined },
  );
  const items = requests.data?.items ?? [];
  const issued = findIssued(items, certificate);
  const at = issued?.occurredAt ?? certificate.lastUsedAt;
  if (at !== null && at !== undefined) {
    return (
      <Alert role="status" color="success" icon={<IconCheck aria-hidden />} title="It works: a token was issued">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            The first token for this certificate was issued <When at={at} ago />. A token is valid for{' '}
            {TOKEN_SECONDS / 60} minutes.
          </Text>
          <ButtonLink to="/" size="compact-md" variant="default">
            Continue with the checklist
          </ButtonLink>
        </Stack>
      </Alert>
    );
  }
  const refused = lastRefusal(items);
  return (
    <Stack gap="sm">
      <Alert role="status" color="brand" icon={<Loader size={18} aria-hidden />} title="Waiting for your first token">
        <Text size="sm">This turns green as soon as a token is issued for the certificate.</Text>
      </Alert>
      <FailedPart query={requests} what="Your token requests" />
      {refused !== undefined && (
        <Alert
          role="status"
          color="warning"
          icon={<IconAlertTriangle aria-hidden />}
          title={refusedTitle(refused.count)}
        >
          <Refusal request={refused} />
          <Text size="sm" mt="xs">
            <When at={refused.lastOccurredAt} ago />, from {refused.address}.{' '}
            <PageLink to="/credentials/requests">All token requests</PageLink>
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
