import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type PartnerStanding = Pick<PartnersRow, 'status' | 'onboardingStatus'>;

const ENTER = statement<PartnerStanding, { partnerId: string }>(
  'partner_enter',
  'select status, onboarding_status from enter_partner(:partnerId)',
);

export async function enterAndFindStanding(tx: Tx, partnerId: string): Promise<PartnerStanding | undefined> {
  const [standing] = await tx.rows(ENTER, { partnerId });
  return standing;
}

interface NewPartner {
  partnerId: string;
  name: string;
  clientId: string;
  status: PartnersRow['status'];
  onboardingStatus: PartnersRow['onboardingStatus'];
}

const INSERT = statement<never, NewPartner>(
  'partner_insert',
  `insert into partners (partner_id, name, client_id, status, onboarding_status)
   values (:partnerId, :name, :clientId, :status, :onboardingStatus)
   on conflict (partner_id) do nothing`,
);

export async function insertPartner(tx: Tx, partner: NewPartner): Promise<void> {
  await tx.rows(INSERT, partner);
}

const NAMES = statement<Pick<PartnersRow, 'partnerId' | 'name'>, { partnerIds: string[] }>(
  'partner_names',
  'select partner_id, name from partners where partner_id = any(:partnerIds::uuid[])',
);

const FIRST = statement<Pick<PartnersRow, 'partnerId' | 'name'>, { most: number }>(
  'partner_first_by_name',
  'select partner_id, name from partners order by name, partner_id limit :most',
);

/** The first partners by name, for a selection. */
export function listFirstPartners(tx: Tx, most: number): Promise<Pick<PartnersRow, 'partnerId' | 'name'>[]> {
  return tx.rows(FIRST, { most });
}

/** For callers that may see all partners. */
export async function listPartnerNames(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(NAMES, { partnerIds: [...new Set(partnerIds)] });
  return new Map(rows.map(({ partnerId, name }) => [partnerId, name]));
}

// All partners by name, for operators.

export type PartnerRow = Pick<
  PartnersRow,
  | 'partnerId'
  | 'name'
  | 'clientId'
  | 'status'
  | 'onboardingStatus'
  | 'createdAt'
  | 'readsPerSecond'
  | 'writesPerSecond'
  | 'uploadLinksPerSecond'
>;

const COLUMNS = `partner_id, name, client_id, status, onboarding_status, created_at, reads_per_second, writes_per_second,
  upload_links_per_second`;
/** Must match the expression of the index partners_by_name. */
const KEY = 'lower(name) collate "C"';

type ListedPartnerRow = PartnerRow & { nameKey: string };

interface PartnerRange {
  /** Bounds of the lower-case name: inclusive start, exclusive end. */
  from: string;
  to: string;
  after: { nameKey: string; partnerId: string };
  status: PartnersRow['status'] | null;
  onboardingStatus: PartnersRow['onboardingStatus'] | null;
  limit: number;
}

const LIST = statement<ListedPartnerRow, Omit<PartnerRange, 'after'> & { afterName: string; afterId: string }>(
  'partner_list',
  `select ${COLUMNS}, lower(name) as name_key from partners
   where ${KEY} >= :from and ${KEY} < :to and (${KEY}, partner_id) > (:afterName, :afterId::uuid)
     and (:status::text is null or status = :status)
     and (:onboardingStatus::text is null or onboarding_status = :onboardingStatus)
   order by ${KEY}, partner_id limit :limit`,
);
const BY_ID_OR_CLIENT = statement<PartnerRow, { partnerId: string | null; clientId: string }>(
  'partner_by_id_or_client',
  `select ${COLUMNS} from partners where partner_id = :partnerId::uuid or client_id = :clientId`,
);
const FIND = statement<PartnerRow, { partnerId: string }>(
  'partner_find',
  `select ${COLUMNS} from partners where partner_id = :partnerId`,
);
const LOCK = statement<PartnerRow, { partnerId: string }>(
  'partner_lock',
  `select ${COLUMNS} from partners where partner_id = :partnerId for update`,
);
const SET_STATUS = statement<never, { partnerId: string; status: PartnersRow['status'] }>(
  'partner_set_status',
  'update partners set status = :status where partner_id = :partnerId',
);
const SET_ONBOARDING = statement<never, { partnerId: string; onboardingStatus: PartnersRow['onboardingStatus'] }>(
  'partner_set_onboarding_status',
  'update partners set onboarding_status = :onboardingStatus where partner_id = :partnerId',
);

interface NewLimits {
  readsPerSecond: number | null;
  writesPerSecond: number | null;
  uploadLinksPerSecond: number | null;
}

const SET_LIMITS = statement<never, NewLimits & { partnerId: string }>(
  'partner_set_limits',
  `update partners set reads_per_second = :readsPerSecond, writes_per_second = :writesPerSecond,
     upload_links_per_second = :uploadLinksPerSecond where partner_id = :partnerId`,
);

export function listPartnerRows(tx: Tx, { after, ...range }: PartnerRange): Promise<ListedPartnerRow[]> {
  return tx.rows(LIST, { ...range, afterName: after.nameKey, afterId: after.partnerId });
}

export async function findByIdOrClient(
  tx: Tx,
  given: { partnerId: string | null; clientId: string },
): Promise<PartnerRow | undefined> {
  return (await tx.rows(BY_ID_OR_CLIENT, given))[0];
}

export async function findPartnerRow(tx: Tx, partnerId: string): Promise<PartnerRow | undefined> {
  return (await tx.rows(FIND, { partnerId }))[0];
}

export async function lockPartner(tx: Tx, partnerId: string): Promise<PartnerRow | undefined> {
  return (await tx.rows(LOCK, { partnerId }))[0];
}

export async function setPartnerStatus(tx: Tx, partnerId: string, status: PartnersRow['status']): Promise<void> {
  await tx.rows(SET_STATUS, { partnerId, status });
}

export async function setOnboardingStatus(
  tx: Tx,
  partnerId: string,
  onboardingStatus: PartnersRow['onboardingStatus'],
): Promise<void> {
  await tx.rows(SET_ONBOARDING, { partnerId, onboardingStatus });
}

export async function setLimits(tx: Tx, partnerId: string, limits: NewLimits): Promise<void> {
  const { readsPerSecond, writesPerSecond, uploadLinksPerSecond } = limits;
  await tx.rows(SET_LIMITS, { partnerId, readsPerSecond, writesPerSecond, uploadLinksPerSecond });
}

type PartnerLimitsRow = Pick<PartnersRow, 'partnerId' | 'readsPerSecond' | 'writesPerSecond' | 'uploadLinksPerSecond'>;

const PARTNER_LIMITS_LIST = statement<PartnerLimitsRow>(
  'partner_limits_list',
  'select partner_id, reads_per_second, writes_per_second, upload_links_per_second from partner_limits()',
);

/** Only partners with their own limits. */
export function listPartnerLimits(tx: Tx): Promise<PartnerLimitsRow[]> {
  return tx.rows(PARTNER_LIMITS_LIST, {});
}
