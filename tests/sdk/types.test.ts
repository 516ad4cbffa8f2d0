// The types of events and lists of values: exact for what this version knows, open for what may be added. The type check is part of the
// tests: an expected error that is missing fails it.
import * as contract from '@onboarding/contract';
import * as sdk from '@onboarding/sdk';
import { describe, expect, expectTypeOf, test } from 'vitest';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** What a receiver does with an event, as the compiler sees it. */
function handle(event: sdk.WebhookEvent): string {
  switch (event.eventType) {
    case 'business.profile.created':
      expectTypeOf(event).toEqualTypeOf<sdk.BusinessProfileCreatedEvent>();
      expectTypeOf(event.sequence).toEqualTypeOf<number>();
      expectTypeOf(event.correlation.customerId).toEqualTypeOf<string>();
      // @ts-expect-error: another event has this.
      return `created ${event.data.customerId} ${event.data.documentId ?? ''}`.trim();
    case 'business.document.rejected':
      expectTypeOf(event.data.refusal).toEqualTypeOf<sdk.Extensible<sdk.DocumentRefusal>>();
      return `rejected: ${reasonOf(event.data.refusal)}`;
    case 'webhook.test':
      expectTypeOf(event.sequence).toEqualTypeOf<null>();
      expectTypeOf(event.correlation.customerId).toEqualTypeOf<null>();
      return event.data.message;
    default: {
      expectTypeOf(event).not.toBeNever();
      expectTypeOf<sdk.UnknownEvent>().toExtend<typeof event>();
      const type: string = event.eventType;
      return `ignored ${type}`;
    }
  }
}

function reasonOf(refusal: sdk.Extensible<sdk.DocumentRefusal>): string {
  switch (refusal) {
    case 'Infected':
      return 'a virus';
    default:
      expectTypeOf(refusal).not.toBeNever();
      expectTypeOf<string>().toExtend<typeof refusal>();
      return refusal;
  }
}

/** Known types only, each with its own handler. */
type Handlers = { [Type in sdk.EventType]?: (event: Extract<sdk.KnownEvent, { eventType: Type }>) => string };
const HANDLERS: Handlers = { 'business.person.added': ({ data }) => data.uboId };

function receive(body: object): sdk.WebhookEvent {
  const text = JSON.stringify(body);
  const headers = sdk.signDelivery({ eventId: 'e', eventType: 'any', deliveryId: 'd', body: text, secrets: [SECRET] });
  return sdk.verifyWebhook({ body: text, headers, secrets: SECRET });
}

describe('a received event', () => {
  const correlation = { requestId: 'r-1', customerId: null, partnerCustomerId: null };
  const data = { customerId: 'c-1', documentId: 'd-1', refusal: 'Infected', message: 'hello' };

  test.each([
    ['business.profile.created', 'created c-1 d-1'],
    ['business.document.rejected', 'rejected: a virus'],
    ['webhook.test', 'hello'],
    ['business.person.added', 'ignored business.person.added'],
    ['business.castle.built', 'ignored business.castle.built'],
  ])('of type %s is narrowed by its type, and others reach the default branch', (eventType, handled) => {
    expect(handle(receive({ eventType, correlation, data }))).toBe(handled);
  });

  test('has a type that can be compared with any text once it is a string', () => {
    const event = receive({ eventType: 'business.castle.built', data: { towers: 4 } });
    // @ts-expect-error: a type that this version does not know, or a misspelt one.
    expect(event.eventType === 'business.castle.built').toBe(true);
    const type: string = event.eventType;
    expect(type === 'business.castle.built').toBe(true);
    expect(Object.keys(HANDLERS)).toEqual(['business.person.added']);
  });
});

/** Never called: what a partner's program may pass on, under the strictest settings. */
async function passesOn(client: sdk.OnboardingClient, bytes: Uint8Array, load: () => string | undefined) {
  const status = await client.readVerificationStatus('id');
  for (const { documentCategory, uboId } of status.documents)
    await client.uploadDocument('id', bytes, { documentCategory, uboId });
  for (const { uboId } of status.reasons)
    await client.uploadDocument('id', bytes, { documentCategory: 'Selfie', uboId });
  for await (const page of client.iterateChanges({ cursor: load() }).pages())
    expectTypeOf(page.nextCursor).toEqualTypeOf<string>();
  expectTypeOf(await client.listBusinessProfiles({ limit: 10 })).toEqualTypeOf<sdk.BusinessProfileCursorPage>();
  expectTypeOf(await client.listBusinessProfiles({ page: 2 })).toEqualTypeOf<sdk.BusinessProfileList>();
  const tag = load();
  expectTypeOf(await client.readBusinessProfile('id')).toEqualTypeOf<sdk.BusinessProfile>();
  expectTypeOf(await client.readBusinessProfile('id', { ifNoneMatch: tag })).toEqualTypeOf<
    sdk.BusinessProfile | undefined
  >();
}

describe('the lists of values', () => {
  test('are those of the contract', () => {
    const lists: [readonly string[], readonly string[]][] = [
      [sdk.VERIFICATION_STATUSES, contract.VERIFICATION_STATUSES],
      [sdk.NEXT_ACTIONS, contract.NEXT_ACTIONS],
      [sdk.REASON_CODES, contract.REASON_CODES],
      [sdk.DOCUMENT_CATEGORIES, contract.DOCUMENT_CATEGORIES],
      [sdk.DOCUMENT_STATUSES, contract.DOCUMENT_STATUSES],
      [sdk.DOCUMENT_REFUSALS, contract.DOCUMENT_REFUSALS],
      [sdk.DOCUMENT_CONTENT_TYPES, contract.DOCUMENT_CONTENT_TYPES],
      [sdk.OWNERSHIP_TYPES, contract.OWNERSHIP_TYPES],
      [sdk.IDENTITY_TYPE_CODES, contract.IDENTITY_TYPES],
      [sdk.INDUSTRIES, contract.INDUSTRIES],
      [sdk.WARNING_CODES, contract.WARNING_CODES],
    ];
    for (const [ours, theirs] of lists) expect(ours).toEqual(theirs);
    expect(contract.ERROR_CODES).toEqual(expect.arrayContaining([...sdk.ERROR_CODES]));
    expect(sdk.ERROR_CODES).toContain('RateLimit.Exceeded');
  });

  test('are closed in requests, where a wrong value is refused, and open in responses', () => {
    expectTypeOf<sdk.UploadLinkRequest['documentCategory']>().toEqualTypeOf<sdk.DocumentCategory>();
    expectTypeOf<sdk.DocumentRecord['documentCategory']>().toEqualTypeOf<sdk.Extensible<sdk.DocumentCategory>>();
    expectTypeOf<sdk.DocumentRecord['status']>().toEqualTypeOf<sdk.Extensible<sdk.DocumentStatus>>();
    expectTypeOf<sdk.BusinessProfile['industry']>().toEqualTypeOf<sdk.Extensible<sdk.Industry>>();
    expectTypeOf<sdk.VerificationReason['code']>().toEqualTypeOf<sdk.Extensible<sdk.ReasonCode>>();
    expectTypeOf<sdk.DocumentRefusedError['refusal']>().toEqualTypeOf<sdk.Extensible<sdk.DocumentRefusal>>();
    expectTypeOf(passesOn).returns.resolves.toBeVoid();
    expectTypeOf<sdk.ChangesPage['items']>().toEqualTypeOf<sdk.WebhookEvent[]>();
    // @ts-expect-error: a misspelt category.
    const wrong: sdk.UploadLinkRequest['documentCategory'] = 'BankStatment';
    expect(sdk.DOCUMENT_CATEGORIES).not.toContain(wrong);
  });
});
