// What to do at each step of the checklist.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Overview } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { IconAlertTriangle, IconCheck, IconCircle } from '@onboarding/ui/icons';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ButtonLink, PageLink } from '@onboarding/ui/shell';
import { Snippet, When } from '@onboarding/ui/values';
import { operation, useCall } from '../../api/client.ts';
import { Refusal } from '../credentials/refusal.tsx';
import { APPROVED_NUMBER, businessSnippet } from '../credentials/snippets.ts';
import { conditionsOf } from './steps.ts';

export function CredentialStep() {
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Your systems sign with a private key; its certificate tells us that it is you. You can make both here, in your
        browser.
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
        With the private key and a few commands you get a token, which is valid for {TOKEN_SECONDS / 60} minutes. This
        step ticks itself off as soon as one is issued.
      </Text>
      {lastRefusal !== null && (
        <Alert
          w="100%"
          role="status"
          color="orange"
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
          ? `Copy this into the terminal in which you got the token. The registration number ${APPROVED_NUMBER} makes the sandbox approve the business within seconds.`
          : 'Copy this into the terminal in which you got the token, with the data of a real business.'}
      </Text>
      <Snippet
        text={businessSnippet(window.location.origin, isSandbox ? APPROVED_NUMBER : 'RC1234567')}
        what="the command that creates a business"
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
          ? 'Your webhook is registered, and nothing has been delivered yet. Send a test event: this step ticks itself off when your receiver has accepted it.'
          : 'We tell your system when a review ends or asks for something, so that it does not have to ask. Register the address of your receiver, then send it a test event.'}
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

/** Of the sandbox and the like: production is another portal, with certificates and a webhook of its own. */
export function GoToProduction() {
  const { otherEnvironmentUrl } = useSession().session;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Everything works here. Production has certificates and a webhook of its own, so the same steps are repeated
        there.
        {otherEnvironmentUrl === null && ' Ask us for access to it.'}
      </Text>
      {otherEnvironmentUrl !== null && (
        <Button component="a" href={otherEnvironmentUrl}>
          Open the portal of production
        </Button>
      )}
    </Stack>
  );
}
