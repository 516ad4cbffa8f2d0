// Onboards a business in your sandbox: creates it, uploads a document, simulates the approval.
import { readFile } from 'node:fs/promises';
import { loadEnvFile } from 'node:process';
import { OnboardingClient } from '@onboarding/sdk';

loadEnvFile('acme.env');
const { ONBOARDING_API, ONBOARDING_ISSUER, ONBOARDING_CLIENT_ID, ONBOARDING_KEY } = process.env;
const client = new OnboardingClient({
  baseUrl: ONBOARDING_API,
  issuer: ONBOARDING_ISSUER,
  clientId: ONBOARDING_CLIENT_ID,
  privateKey: await readFile(ONBOARDING_KEY, 'utf8'),
});

const body = JSON.parse(await readFile('business.json', 'utf8'));
const business = await client.createBusinessProfile({ ...body, partnerCustomerId: `starter-${Date.now()}` });
console.log(`Created: ${business.customerId}, ${business.verificationStatus}`);

const document = await client.uploadDocument(business.customerId, await readFile('certificate.pdf'), {
  documentCategory: 'CertificateOfIncorporation',
});
console.log(`Document: ${document.status}`);

await client.simulateVerification(business.customerId, { outcome: 'Approve' });
const { verificationStatus } = await client.waitForDecision(business.customerId);
console.log(`Decision: ${verificationStatus}`);
