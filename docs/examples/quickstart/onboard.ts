// Onboards a business in the local sandbox: creates it, uploads a document, simulates the approval.
import { readFile } from 'node:fs/promises';
import { OnboardingClient } from '@onboarding/sdk';

const stack = JSON.parse(await readFile('.stack/sandbox/env.json', 'utf8'));
const client = new OnboardingClient({
  baseUrl: stack.api,
  issuer: stack.issuer,
  clientId: stack.partners[0].clientId,
  privateKey: await readFile(stack.partners[0].privateKeyFile, 'utf8'),
});

const body = JSON.parse(await readFile('docs/examples/quickstart/business.json', 'utf8'));
const business = await client.createBusinessProfile({ ...body, partnerCustomerId: `typescript-${Date.now()}` });
console.log(`Created: ${business.customerId}, ${business.verificationStatus}`);

const file = await readFile('docs/examples/quickstart/certificate.pdf');
const document = await client.uploadDocument(business.customerId, file, {
  documentCategory: 'CertificateOfIncorporation',
});
console.log(`Document: ${document.status}`);

await client.simulateVerification(business.customerId, { outcome: 'Approve' });
const { verificationStatus } = await client.waitForDecision(business.customerId);
console.log(`Decision: ${verificationStatus}`);
