// Instructions for each step of the checklist.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Overview } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { IconAlertTriangle, IconCheck, IconCircle } from '@onboarding/ui/icons';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ButtonLink, PageLink } from '@onboarding/ui/shell';
import { FailedPart } from '@onboarding/ui/states';
import { Snippet, When } from '@onboarding/ui/values';
import { operation, useCall } from '../../api/client.ts';
import { Refusal } from '../credentials/refusal.tsx';
import { APPROVED_NUMBER, businessSnippet } from '../credentials/snippets.ts';
import { conditionsOf } from './home-rules.ts';

export function CredentialStep() {
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Your systems sign with a private key, and its certificate proves that it is you. You can generate both here, in
        your browser.
      </Text>
      <Allowed to={operation('registerApiCertificate')}>
        {(disabled) =>
          disabled ? (
            <Button disabled>Register a certificate</Button>
          ) : (
            <ButtonLink to="/credentials/new">Register a certificate</ButtonLink>
          )
        }
      </Allowed>
    </Stack>
  );
}

export function TokenStep({ overview }: { overview: Overview }) {
  const credentials = useCall('readApiCredentials');
  const certificate = credentials.data?.certificates.find(({ status }) => status === 'Active')?.certificateId;
  const { lastRefusal } = overview.token;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Run a few commands with the private key to get a token. It is valid for {TOKEN_SECONDS / 60} minutes. This step
        is ticked off as soon as a token is issued.
      </Text>
      {lastRefusal !== null && (
        <Alert
          w="100%"
          role="status"
          color="warning"
          icon={<IconAlertTriangle aria-hidden />}
          title={
            <>
              The last request was refused <When at={lastRefusal.lastOccurredAt} ago />
            </>
          }
        >
          <Refusal request={lastRefusal} />
        </Alert>
      )}
      <FailedPart query={credentials} what="Your certificates" />
      <Group>
        <ButtonLink to="/credentials/new" search={{ certificate }} disabled={certificate === undefined}>
          Show the commands
        </ButtonLink>
        <PageLink to="/credentials/requests" size="sm">
          All token requests
        </PageLink>
      </Group>
    </Stack>
  );
}

export function BusinessStep() {
  const isSandbox = useSession().session.environment === 'sandbox';
  return (
    <Stack gap="sm">
      <Text size="sm">
        {isSandbox
          ? `Copy this into the terminal in which you got the token. The registration number ${APPROVED_NUMBER} makes the sandbox approve the customer within seconds.`
          : 'Copy this into the terminal in which you got the token, with the data of a real business.'}
      </Text>
      <Snippet
        text={businessSnippet(window.location.origin, isSandbox ? APPROVED_NUMBER : 'RC1234567')}
        what="the command that creates a customer"
        height={300}
      />
    </Stack>
  );
}

export function WebhookStep({ overview }: { overview: Overview }) {
  const isRegistered = overview.webhook.status !== 'NotRegistered';
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {isRegistered
          ? 'Your webhook is registered, but nothing has been delivered yet. Send a test event: this step is ticked off once your receiver accepts it.'
          : 'We tell your system when a review ends or needs something from you, so it does not have to poll. Register the URL of your receiver, then send a test event.'}
      </Text>
      <ButtonLink to="/webhooks">{isRegistered ? 'Send a test event' : 'Register a webhook'}</ButtonLink>
    </Stack>
  );
}

export function LiveStep({ overview }: { overview: Overview }) {
  const { session } = useSession();
  if (session.environment !== 'production') return <GoToProduction />;
  return (
    <List spacing={4} size="sm" listStyleType="none">
      {conditionsOf(overview, session).map(({ text, met, page }) => (
        <List.Item
          key={text}
          icon={met ? <IconCheck size={16} aria-label="Done:" /> : <IconCircle size={14} aria-label="Open:" />}
        >
          {met || page === undefined ? (
            text
          ) : (
            <PageLink to={page} size="sm">
              {text}
            </PageLink>
          )}
        </List.Item>
      ))}
    </List>
  );
}

/** For environments other than production, which has a separate portal with its own certificates and webhook. */
export function GoToProduction() {
  const { otherEnvironmentUrl } = useSession().session;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Everything works here. Production has its own certificates and webhook, so repeat these steps there.
        {otherEnvironmentUrl === null && ' Ask us for access.'}
      </Text>
      {otherEnvironmentUrl !== null && (
        <Button component="a" href={otherEnvironmentUrl}>
          Open the production portal
        </Button>
      )}
    </Stack>
  );
}
