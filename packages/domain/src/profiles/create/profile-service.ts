import {
  type BusinessProfileCreate,
  type BusinessProfileRecord,
  type CreateAnswer,
  PARTNER_CUSTOMER_ID,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../../audit/index.ts';
import type { ClientActor, Context, PartnerReader } from '../../context.ts';
import { type DocumentRow, listDocuments } from '../../documents/index.ts';
import { type NewEvent, recordedEvents } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { listMetadata, type MetadataRow, metadataValues } from '../../metadata/index.ts';
import { listPeople, type PersonRow, sealedPeople } from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { unreadable } from '../access/customer-access.ts';
import { BUSINESS } from '../record/business-columns.ts';
import { type NewProfile, toCreateAnswer, toNewProfile, toProfileRecord, withMetadata } from '../record/profile.ts';
import {
  type CustomerRow,
  findCustomer,
  findCustomerByReference,
  findReferenceOwner,
  insertProfile,
} from '../record/profile-store.ts';

/**
 * Prepares a create and returns the part that runs in the transaction. Ids, keys and ciphertexts are generated outside, so
 * that the transaction takes only two short round trips: the statement and its commit.
 */
export function prepareCreate(
  context: Context,
  actor: ClientActor,
  catalogue: Catalogue,
  input: BusinessProfileCreate,
): (tx: Tx) => Promise<CreateAnswer> {
  const now = context.clock.now();
  const profile = toNewProfile(input, catalogue, () => uuidv7(now));
  const { customerId, partnerCustomerId, people, metadata, ...business } = profile;
  const { key, wrapped, keyId } = context.keys.makeDataKey(customerId);
  const events = creationEvents(profile);
  const facts = { version: 1, verificationStatus: 'PendingVerification', people: people.length };
  const values = {
    partnerId: actor.partnerId,
    customerId,
    partnerCustomerId,
    ...BUSINESS.toValues(business),
    dataKey: wrapped,
    dataKeyId: keyId,
    eventSequence: events.length,
    ...recordedEvents(actor, profile, 1, events, now),
    ...prepareAudit(context.keys, actor, customerId, undefined, 'business.profile.created', facts, now),
    ...sealedPeople(context.keys, key, people, now),
    addedMetadata: metadataValues(metadata, []).addedMetadata,
    filedCountry: business.incorporationCountryIso3Code,
    filedType: business.businessTypeCode,
  };
  return async (tx) => {
    if (await insertProfile(tx, values)) return toCreateAnswer(profile);
    throw referenceTaken(await findReferenceOwner(tx, actor.partnerId, partnerCustomerId));
  };
}

function creationEvents(profile: NewProfile): NewEvent[] {
  const { customerId, partnerCustomerId } = profile;
  return [
    {
      type: 'business.profile.created',
      data: { customerId, partnerCustomerId, verificationStatus: 'PendingVerification', version: 1 },
    },
    ...profile.people.map(
      ({ uboId, ownershipType }): NewEvent => ({
        type: 'business.person.added',
        data: { customerId, uboId, ownershipType },
      }),
    ),
  ];
}

function referenceTaken(customerId: string | undefined): DomainError {
  const code = 'Customer.PartnerCustomerIdConflict';
  const message =
    customerId === undefined
      ? 'Another request has just used this partnerCustomerId. Send the request again to see which customer has it.'
      : `partnerCustomerId already belongs to your customer ${customerId}. If this is a retry, read that customer; otherwise choose another reference.`;
  return new DomainError(code, {
    message,
    details: [{ pointer: '/partnerCustomerId', code, message }],
    ...(customerId !== undefined && { current: { customerId } }),
  });
}

/** For the dry run: fails like a create if the reference is taken. */
export async function refuseTakenReference(tx: Tx, actor: ClientActor, input: BusinessProfileCreate): Promise<void> {
  const customerId = await findReferenceOwner(tx, actor.partnerId, input.partnerCustomerId);
  if (customerId !== undefined) throw referenceTaken(customerId);
}

export async function getProfile(tx: Tx, actor: PartnerReader, customerId: string): Promise<BusinessProfileRecord> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  // Reads the customer first: if its documents change in between, the ETag is too old rather than too new.
  const [customer, parts] = await settled<[CustomerRow | undefined, Parts]>([
    findCustomer(tx, actor.partnerId, customerId),
    readParts(tx, actor.partnerId, customerId),
  ]);
  if (customer !== undefined) return toOwnRecord(customer, parts);
  throw await unreadable(tx, actor, customerId);
}

export async function getProfileByReference(
  tx: Tx,
  actor: ClientActor,
  reference: string,
): Promise<BusinessProfileRecord> {
  const customer = PARTNER_CUSTOMER_ID.test(reference)
    ? await findCustomerByReference(tx, actor.partnerId, reference)
    : undefined;
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  return toOwnRecord(customer, await readParts(tx, actor.partnerId, customer.customerId));
}

type Parts = [PersonRow[], DocumentRow[], MetadataRow[]];

const readParts = (tx: Tx, partnerId: string, customerId: string) =>
  settled<Parts>([
    listPeople(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
    listMetadata(tx, partnerId, customerId),
  ]);

const toOwnRecord = (customer: CustomerRow, [people, documents, metadata]: Parts) =>
  withMetadata(toProfileRecord(customer, people, documents), metadata);
