// The rows and filters of an export in the page's words; the API names each filter by its parameter.
import { countryName } from '@onboarding/ui/countries';
import { inUtc } from '@onboarding/ui/values';
import { businessTypeName, STATUSES } from '@onboarding/ui/words';
import { STATUS_LABELS } from '../deliveries/statuses.ts';
import { KINDS } from './activity-filters.ts';

const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  (value: string): string =>
    labels[value] ?? value;

const verificationStatus = labelIn(
  Object.fromEntries(Object.entries(STATUSES).map(([status, { label }]) => [status, label])),
);
const kind = labelIn(Object.fromEntries(KINDS.map(({ value, label }) => [value, label])));
const time = (value: string) => inUtc(new Date(value));
const asRecorded = (value: string) => value;

const FILTERS: Readonly<Record<string, [label: string, valueWords: (value: string) => string]>> = {
  verificationStatus: ['Status', verificationStatus],
  businessTypeCode: ['Type', businessTypeName],
  incorporationCountryIso3Code: ['Country', countryName],
  createdFrom: ['Created from', time],
  createdTo: ['Created until', time],
  updatedFrom: ['Updated from', time],
  updatedTo: ['Updated until', time],
  status: ['Status', labelIn(STATUS_LABELS)],
  eventType: ['Event type', asRecorded],
  customerId: ['Customer', asRecorded],
  eventId: ['Event', asRecorded],
  replaySeries: ['Replay', asRecorded],
  from: ['From', time],
  to: ['Until', time],
  kind: ['What was changed', kind],
  person: ['By', asRecorded],
  // Their values are not recorded, because they could be personal data.
  q: ['With a search', asRecorded],
  registrationNumber: ['With a registration number', asRecorded],
  metadata: ['With metadata', asRecorded],
};

/** "13 rows; verificationStatus: Approved, Rejected; q" as "13 rows. Status: Approved, Rejected. With a search". */
export function exportWords(detail: string): string {
  const [rows, ...filters] = detail.split('; ');
  return [rows, ...filters.map(filterWords)].join('. ');
}

function filterWords(filter: string): string {
  const [name, values] = filter.split(': ', 2) as [string, string?];
  const [label, valueWords] = FILTERS[name] ?? [name, asRecorded];
  return values === undefined ? label : `${label}: ${values.split(', ').map(valueWords).join(', ')}`;
}
