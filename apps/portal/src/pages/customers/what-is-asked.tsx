// What a review asks for: each reason with its remedy, and one request that answers them all.
import { Alert, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import type { BusinessProfileRecord, VerificationStatusRecord } from '@onboarding/contract';
import { countryName } from '@onboarding/ui/countries';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { PageLink } from '@onboarding/ui/shell';
import { Copy, Snippet } from '@onboarding/ui/values';
import { ACTIONS, fieldName, spelled } from '@onboarding/ui/words';
import { countryOfRules, isAsked } from './customer-words.ts';
import { asCurl, asHttp, type ReadyRequest, readyRequest, uploadLink } from './ready-request.ts';

type Reason = VerificationStatusRecord['reasons'][number];

export function WhatIsAsked({ record, review }: { record: BusinessProfileRecord; review: VerificationStatusRecord }) {
  const { reasons, verificationStatus: status } = review;
  if (!isAsked(status)) return null;
  const request = readyRequest(record, reasons);
  const rejected = status === 'Rejected';
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="asked">
      <Stack gap="md">
        <Title order={2} size="h4" id="asked">
          {rejected ? 'Why it was rejected' : 'Changes requested'}
        </Title>
        {reasons.length === 0 && <Text size="sm">The review gave no reasons. Check all the data.</Text>}
        {reasons.map((reason) => (
          <ReasonCard key={reason.reasonId} reason={reason} record={record} />
        ))}
        {request !== undefined && <Answer request={request} record={record} />}
        {!rejected && request === undefined && (
          <Alert color="warning" icon={<IconAlertTriangle aria-hidden />}>
            This customer cannot be updated at the moment.
          </Alert>
        )}
        {rejected && (
          <Text size="sm">
            <strong>What you can do:</strong> a rejected customer is closed, so updates are refused. If you have new
            evidence or think that the decision is wrong, ask your contact at our company to reopen it, and quote the
            customer id <code>{record.customerId}</code>. Once it is reopened, it goes back to review, and your systems
            can update it again.
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function ReasonCard({ reason, record }: { reason: Reason; record: BusinessProfileRecord }) {
  const { action, fields = [], documentCategories = [] } = reason.remediation;
  return (
    <Alert
      color={reason.retryable ? 'warning' : 'danger'}
      icon={<IconAlertTriangle aria-hidden />}
      title={reason.message}
    >
      <Stack gap={6}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {action !== 'None' && <strong>{ACTIONS[action]} · </strong>}
          <code>{reason.code}</code>
        </Text>
        <About reason={reason} record={record} />
        {fields.length > 0 && <Text size="sm">Check: {fields.map(fieldName).join(', ')}.</Text>}
        {documentCategories.length > 0 && (
          <Text size="sm">Documents that help: {documentCategories.map((name) => spelled(name)).join(', ')}.</Text>
        )}
        <Accepted reason={reason} record={record} />
      </Stack>
    </Alert>
  );
}

function Accepted({ reason, record }: { reason: Reason; record: BusinessProfileRecord }) {
  const country = countryOfRules(reason, record);
  if (country === undefined) return null;
  return (
    <Text size="sm">
      <PageLink to="/requirements" search={{ country, type: record.businessTypeCode }}>
        What is accepted in {countryName(country)}
      </PageLink>
    </Text>
  );
}

/** The person, document or field that the reason is about. */
function About({ reason: { uboId, documentId, pointer }, record }: { reason: Reason; record: BusinessProfileRecord }) {
  const document = record.documents.find((one) => one.documentId === documentId);
  // A reason about a document does not name its person.
  const personId = uboId ?? document?.uboId;
  const person = record.businessPersonList.find((one) => one.uboId === personId);
  return (
    <>
      {person !== undefined && (
        <Text size="sm">
          About{' '}
          <PageLink from="/customers/$customerId" search={{ tab: 'people' }}>
            {person.firstName} {person.lastName}
          </PageLink>
        </Text>
      )}
      {document !== undefined && (
        <Text size="sm">
          About the document{' '}
          <PageLink from="/customers/$customerId" search={{ tab: 'documents' }}>
            {spelled(document.documentCategory)}
          </PageLink>
        </Text>
      )}
      {pointer !== undefined && (
        <Text size="sm">
          About the field <code>{pointer}</code>
        </Text>
      )}
    </>
  );
}

function Answer({ request, record }: { request: ReadyRequest; record: BusinessProfileRecord }) {
  const nameOf = (uboId: string | undefined) => {
    const person = record.businessPersonList.find((one) => one.uboId === uboId);
    return person === undefined ? '' : ` of ${person.firstName} ${person.lastName}`;
  };
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Fix everything in one request
      </Title>
      <Text size="sm">
        Send everything together: the customer goes back to review immediately, and a second update may come too late.
        Replace the values in angle brackets, and remove the fields that are correct: they keep their values. But keep
        every identity with its identityId, and keep addresses and financials complete: what is missing there is
        deleted.
      </Text>
      {request.documents.length > 0 && (
        <>
          <Text size="sm">Upload these documents first. Each upload link comes with its documentId:</Text>
          <List size="sm" spacing="xs">
            {request.documents.map((document) => (
              <List.Item key={`${document.category} ${document.uboId}`}>
                <Group gap="xs" component="span">
                  {spelled(document.category)}
                  {nameOf(document.uboId)}
                  <Copy
                    text={uploadLink(record.customerId, document)}
                    what={`the request for an upload link: ${spelled(document.category)}${nameOf(document.uboId)}`}
                    label="Copy the request for a link"
                  />
                </Group>
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Snippet text={asHttp(request)} what="the update request" />
      <Group>
        <Copy text={asCurl(request)} what="the curl command" label="Copy for curl" />
      </Group>
    </Stack>
  );
}
