// The rows and filters of an export in the page's words; the API names each filter by its parameter. A person can type some values, so
// any text must be accepted.
import { countryName } from '@onboarding/ui/countries';
import { inUtc } from '@onboarding/ui/values';
import { businessTypeName, STATUSES } from '@onboarding/ui/words';
import { STATUS_LABELS } from '../deliveries/statuses.ts';
import { KINDS } from './activity-filters.ts';

const labelIn = (labels: Iterable<readonly [value: string, label: string]>) => {
  const known = new Map(labels);
  return (value: string): string => known.get(value) ?? value;
};

const verificationStatus = labelIn(Object.entries(STATUSES).map(([status, { label }]) => [status, label]));
const kind = labelIn(KINDS.map(({ value, label }) => [value, label]));
const time = (value: string) => (Number.isNaN(Date.parse(value)) ? value : inUtc(new Date(value)));
const asRecorded = (value: string) => value;

const FILTERS = new Map<string, readonly [label: string, valueWords: (value: string) => string]>(
  Object.entries({
    verificationStatus: ['Status', verificationStatus],
    businessTypeCode: ['Type', businessTypeName],
    incorporationCountryIso3Code: ['Country', countryName],
    createdFrom: ['Created from', time],
    createdTo: ['Created until', time],
    updatedFrom: ['Updated from', time],
    updatedTo: ['Updated until', time],
    status: ['Status', labelIn(Object.entries(STATUS_LABELS))],
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
  }),
);

/** "13 rows; verificationStatus: Approved, Rejected; q" as "13 rows. Status: Approved, Rejected. With a search". */
export function exportWords(detail: string): string {
  const [rows, ...filters] = detail.split('; ');
  return [rows, ...filters.map(filterWords)].join('. ');
}

function filterWords(filter: string): string {
  const [name, values] = filter.split(': ', 2) as [string, string?];
  const [label, valueWords] = FILTERS.get(name) ?? [name, asRecorded];
  return values === undefined ? label : `${label}: ${values.split(', ').map(valueWords).join(', ')}`;
}
