// The changes of a business since a decision. A snapshot is taken when a decision takes effect: before the first one there is
// nothing to compare with, and a create must remain cheap.
import type { IdentityChange, PackageChanges, PackageChangesQuery } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { type DocumentRow, listDocuments } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listNumberGroups, listPeople, type NumberGroup, type PersonRow } from '../../people/index.ts';
import { dataKeyOf, findReviewedCustomer, type ReviewedCustomer, toProfileRecord } from '../../profiles/index.ts';
import { findDecision } from '../../review-state/index.ts';
import { recordReads, type StaffReader } from '../../staff-reads/index.ts';
import { getReview, type LockedPackage } from '../access/package-access.ts';
import { changesBetween, sealSnapshot, toContent, unsealSnapshot } from './changes.ts';
import { findSnapshot, insertSnapshot, type SnapshotRow } from './snapshot-store.ts';

/** Must run in the transaction in which the decision takes effect, with the customer's lock. */
export async function takeSnapshot(
  tx: Tx,
  keys: Context['keys'],
  { customer, actor: { partnerId } }: LockedPackage,
  decisionId: string,
  now: Date,
): Promise<void> {
  const { customerId } = customer;
  const [people, documents] = await settled<[PersonRow[], DocumentRow[]]>([
    listPeople(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
  ]);
  const content = toContent(toProfileRecord(customer, people, documents));
  await insertSnapshot(
    tx,
    { partnerId, customerId },
    {
      decisionId,
      takenAt: now,
      contentCipher: sealSnapshot(dataKeyOf(keys, customer), decisionId, content),
    },
  );
}

type Current = [ReviewedCustomer | undefined, PersonRow[], DocumentRow[], SnapshotRow | undefined, NumberGroup[]];

export async function readChanges(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  reader: StaffReader,
  { customerId: asked, query: { since } }: { customerId: string; query: PackageChangesQuery },
): Promise<PackageChanges> {
  const { partnerId, customerId } = await getReview(tx, asked);
  const key = { partnerId, customerId };
  const [customer, people, documents, snapshot, groups] = await settled<Current>([
    findReviewedCustomer(tx, partnerId, customerId),
    listPeople(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
    findSnapshot(tx, key, since?.toLowerCase()),
    listNumberGroups(tx, key),
  ]);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (snapshot === undefined || customer.dataKey === null) {
    if (since !== undefined) throw unknownDecision();
    return { since: null, fields: [], people: [], documents: [] };
  }
  const decision = await findDecision(tx, partnerId, customerId, snapshot.decisionId);
  if (decision === undefined) throw new Error('A snapshot has lost its decision');
  await recordReads(tx, { clock }, reader, [{ partnerId, customerId, kind: 'Package' }]);
  const { decisionId, outcome, attempt } = decision;
  const content = unsealSnapshot(dataKeyOf(keys, customer), decisionId, snapshot.contentCipher);
  return {
    since: { decisionId, outcome, attempt, decidedAt: snapshot.takenAt.toISOString() },
    ...changesBetween(content, toProfileRecord(customer, people, documents), numbersBy(groups)),
  };
}

function unknownDecision(): DomainError {
  return new DomainError('Review.DecisionNotFound', {
    message:
      'The package has no confirmed decision with this id to compare with. Use the decisionId of a confirmed decision in the package, or omit since.',
  });
}

function numbersBy(groups: readonly NumberGroup[]) {
  const byId = new Map(groups.map((one) => [one.identityId, one]));
  return (identityId: string, other: string): IdentityChange['number'] => {
    const [one, two] = [byId.get(identityId), byId.get(other)];
    if (one === undefined || two === undefined || one.keyId !== two.keyId) return 'Unknown';
    return one.numberGroup === two.numberGroup ? 'Same' : 'Changed';
  };
}
