// Onboards a business with a client that was generated from the OpenAPI document: see docs/clients.md.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createTokenSource } from '@onboarding/sdk';
import { client } from './client/client.gen.ts';
import {
  type BusinessProfileCreate,
  createBusinessProfile,
  patchBusinessProfile,
  postUploadLink,
  readBusinessProfile,
  readVerificationStatus,
} from './client/index.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}: docs/clients.md says to what`);
  return value;
};

const tokens = createTokenSource({
  issuer: setting('ISSUER'),
  clientId: setting('CLIENT_ID'),
  privateKey: await readFile(setting('PRIVATE_KEY_FILE'), 'utf8'),
});
client.setConfig({ baseUrl: setting('API_URL'), auth: () => tokens.token(), throwOnError: false });

const business: BusinessProfileCreate = {
  partnerCustomerId: `typescript-${randomUUID()}`,
  email: 'office@hexagon-trading.example',
  companyName: 'Hexagon Trading Ltd',
  businessTypeCode: 'PrivateLimitedCompany',
  incorporationCountryIso3Code: 'GBR',
  industry: 'CustomerRevenue',
  website: 'https://hexagon-trading.example',
  registrationNumber: '12345678',
  businessPersonList: [
    {
      firstName: 'Amara',
      lastName: 'Okafor',
      nationality: 'GBR',
      email: 'amara@hexagon-trading.example',
      ownershipType: ['UBO', 'DIRECTOR'],
      percentageShare: 60,
      address: {
        streetLine1: '1 High Street',
        city: 'London',
        state: 'London',
        postalCode: 'E1 6AN',
        countryCode: 'GBR',
      },
      identities: [
        {
          identityTypeCode: 'PASSPORT',
          issuingCountry: 'GBR',
          identityValue: '707071234',
          issueDate: '2022-01-01',
          expiryDate: '2031-12-31',
        },
      ],
    },
  ],
};

/** The value of an answer, or an error that says what the API said. */
function accepted<T>({ data, error }: { data?: { value: T } | undefined; error?: unknown }): T {
  if (data === undefined) throw new Error(`The API refused: ${JSON.stringify(error)}`);
  return data.value;
}

// Sent again with the same key, the request would create nothing more.
const idempotent = { headers: { 'Idempotency-Key': randomUUID() } };
const { customerId } = accepted(await createBusinessProfile({ body: business, ...idempotent }));
const path = { customerId };
const created = accepted(await readBusinessProfile({ path }));

// Refused with 412 if somebody has changed the business since it was read.
const changed = accepted(
  await patchBusinessProfile({
    path,
    headers: { 'If-Match': `"${created.version}"` },
    body: { description: 'Trades in hexagons' },
  }),
);

const link = accepted(
  await postUploadLink({
    path,
    body: { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' },
  }),
);
const upload = await fetch(link.uploadUrl, {
  method: link.method,
  headers: link.headers,
  body: await readFile(setting('DOCUMENT_FILE')),
});
if (!upload.ok) throw new Error(`The storage refused the file: ${upload.status}`);
const { documents } = accepted(
  await patchBusinessProfile({ path, body: { businessDocumentIdList: [link.documentId] } }),
);

const status = accepted(await readVerificationStatus({ path }));
const unknown = await readBusinessProfile({ path: { customerId: randomUUID() } });

console.log(
  JSON.stringify({
    customerId,
    partnerCustomerId: created.partnerCustomerId,
    people: created.businessPersonList.map(({ uboId }) => uboId),
    changed: changed.version > created.version,
    documents,
    verificationStatus: status.verificationStatus,
    nextAction: status.nextAction,
    refusal: unknown.error?.error.code,
  }),
);
