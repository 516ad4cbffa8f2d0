// A partner's program that uses only the platform features that the SDK needs. runtimes.system.test.ts runs it on several
// platforms.

/** Returns what it observed, for the test to compare. */
export async function use(sdk, { bodies, privateKey, ...where }) {
  const client = new sdk.OnboardingClient({ ...where, privateKey });
  const customers = [];
  for (const body of bodies) customers.push(await client.createBusinessProfile(body));
  const [{ customerId }] = customers;

  const listed = [];
  let pages = 0;
  for await (const page of client
    .iterateBusinessProfiles({ limit: 2, registrationNumber: bodies[0].registrationNumber })
    .pages()) {
    pages++;
    for (const business of page.items) listed.push(business.partnerCustomerId);
  }

  const progress = [];
  const document = await client.uploadDocument(customerId, pdf(300_000), {
    documentCategory: 'CertificateOfIncorporation',
    onProgress: ({ sentBytes, totalBytes }) => progress.push({ sentBytes, totalBytes }),
  });
  const refused = await client
    .uploadDocument(customerId, new TextEncoder().encode('Not a picture'), {
      documentCategory: 'BankStatement',
      contentType: 'image/png',
    })
    .catch((error) => error);

  const missing = await client.readBusinessProfileByReference('nobody').catch((error) => error);
  const aborted = await client.listBusinessTypes({ signal: AbortSignal.timeout(0) }).catch((error) => error);

  const secrets = `whsec_${btoa('a secret of thirty-two characters')}`;
  const body = '{"eventId":"e","eventType":"webhook.test","data":{"message":"Hello"}}';
  const headers = sdk.signDelivery({ eventId: 'e', eventType: 'webhook.test', deliveryId: 'd', body, secrets });
  const event = sdk.verifyWebhook({ body, headers, secrets });

  return {
    runsIn: globalThis.navigator.userAgent,
    token: await client.token(),
    withCryptoKey: await new sdk.OnboardingClient({ ...where, privateKey: await importKey(privateKey) }).token(),
    listed,
    pages,
    document: document.status,
    progress,
    refused: [refused.name, refused.refusal],
    missing: [missing.name, missing.code, typeof missing.requestId],
    webhook: event.data.message,
    forged: nameOfError(() => sdk.verifyWebhook({ body: `${body} `, headers, secrets })),
    aborted: aborted.name,
  };
}

function pdf(size) {
  const bytes = new Uint8Array(size).fill(0x20);
  const encoder = new TextEncoder();
  bytes.set(encoder.encode('%PDF-1.7\n'));
  const end = encoder.encode('\n%%EOF\n');
  bytes.set(end, size - end.length);
  return bytes;
}

function importKey(pem) {
  const base64 = pem.replaceAll(/-----[^-]+-----|\s/g, '');
  const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign']);
}

function nameOfError(work) {
  try {
    work();
    return 'none';
  } catch (error) {
    return error.name;
  }
}
