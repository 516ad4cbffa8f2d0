// The cases of create's fields, adapted to PUT and PATCH: with their own names, their own code for a malformed value,
// and their own meaning of omitted or null.
import { casesOf, type FieldCase, ownCases, wrongTypesOf } from '../../harness/cases/create-field-cases.ts';
import { CREATE_FIELDS, type Fault, type Field } from '../../harness/cases/create-fields.ts';
import { valueAt, withoutValue, withValue } from '../../harness/cases/json-pointer.ts';

export type UpdateKind = 'PUT' | 'PATCH';

/** From create's name to the route's own. */
const NAMES: Record<UpdateKind, Record<string, string>> = {
  PUT: { email: 'businessEmail', companyName: 'name' },
  PATCH: { incorporationCountryIso3Code: 'incorporationCountryCode' },
};

function underOwnNames(kind: UpdateKind, body: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([name, value]) => [NAMES[kind][name] ?? name, value]),
  );
}

const ownPointer = (kind: UpdateKind, pointer: string) => `/${NAMES[kind][pointer.slice(1)] ?? pointer.slice(1)}`;

const toFault = (kind: UpdateKind, { pointer, code }: Fault): Fault => ({
  pointer: ownPointer(kind, pointer),
  code: code === 'Validation' ? 'ValidationControl.Error' : code,
});

/** A case is named after create's field and code; this translates it to the route's own. */
const ownName = (kind: UpdateKind, name: string): string =>
  name
    .replace(/^\/\S+/, (pointer) => ownPointer(kind, pointer))
    .replace(/ is Validation(?=:|$)/, ' is ValidationControl.Error');

const isOfBusiness = ({ pointer }: Field) => pointer.lastIndexOf('/') === 0;

/** Every update may omit these without changing them. */
const PARTS = ['/addresses', '/financials'];

function fieldsOf(kind: UpdateKind): Field[] {
  return CREATE_FIELDS.filter(({ pointer }) => pointer !== '/partnerCustomerId').map((field) => {
    if (field.pointer === '/registrationNumber' && field.kind === 'text') return { ...field, max: 100 };
    return field.pointer === '/phoneNumber' && kind === 'PUT' ? { ...field, required: true } : field;
  });
}

/** PATCH: absent stays, null clears an optional field and is refused for a required one. */
function patchPresence(field: Field, stored: unknown): FieldCase[] {
  const { pointer, required } = field;
  const refused = (value: unknown, code = 'ValidationControl.Error'): FieldCase => ({
    name: `${pointer} ${JSON.stringify(value)} is ${code}`,
    change: (body) => withValue(body, pointer, value),
    faults: [{ pointer, code }],
  });
  const cleared: FieldCase = {
    name: `${pointer} null clears it`,
    change: (body) => withValue(body, pointer, null),
    faults: [],
    shown: { pointer, value: field.kind === 'list' ? [] : null },
  };
  return [
    {
      name: `${pointer} absent stays as it is`,
      change: (body) => withoutValue(body, pointer),
      faults: [],
      shown: { pointer, value: valueAt(stored, pointer) },
    },
    required ? refused(null) : cleared,
    ...wrongTypesOf(field).map((value) => refused(value, field.codes?.wrongType)),
  ];
}

/** PUT: parts that are omitted or null stay unchanged. */
function putPart(field: Field, stored: unknown): FieldCase[] {
  const keeps = (name: string, change: FieldCase['change']): FieldCase => ({
    name: `${field.pointer} ${name} stays as it is`,
    change,
    faults: [],
    shown: { pointer: field.pointer, value: valueAt(stored, field.pointer) },
  });
  return [
    keeps('absent', (body) => withoutValue(body, field.pointer)),
    keeps('null', (body) => withValue(body, field.pointer, null)),
    ...ownCases(field),
  ];
}

function updateCases(kind: UpdateKind, field: Field, stored: unknown): FieldCase[] {
  if (kind === 'PUT') return PARTS.includes(field.pointer) ? putPart(field, stored) : casesOf(field);
  if (!isOfBusiness(field)) return casesOf(field);
  return [...patchPresence(field, stored), ...ownCases(field)];
}

/** `stored` is the business before the update, under create's names, and has no people. */
export function updateFieldCases(kind: UpdateKind, stored: unknown): FieldCase[] {
  return fieldsOf(kind)
    .flatMap((field) => updateCases(kind, field, stored))
    .map((one) => ({
      ...one,
      name: ownName(kind, one.name),
      change: (body) => underOwnNames(kind, one.change(body)),
      faults: one.faults.map((fault) => toFault(kind, fault)),
    }));
}
