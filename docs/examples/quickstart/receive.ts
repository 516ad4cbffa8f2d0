// Receives the webhooks of the local sandbox, verifies each, and ends with the first that says Approved.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { verifyWebhook, WebhookVerificationError } from '@onboarding/sdk';

const [{ port, certFile, keyFile }] = JSON.parse(readFileSync('.stack/sandbox/env.json', 'utf8')).receivers;
const secrets = process.env.WEBHOOK_SECRET ?? '';

const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  try {
    const event = verifyWebhook({ body, headers: request.headers, secrets });
    const approved =
      event.eventType === 'business.verification.updated' && event.data.verificationStatus === 'Approved';
    console.log(`Verified: ${event.eventType}${approved ? ', Approved' : ''}`);
    response.writeHead(204).end(() => approved && server.close());
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log(`Refused: ${error.message}`);
    response.writeHead(400).end();
  }
});
server.listen(port, '127.0.0.1', () => console.log(`Listening for webhooks on port ${port}`));
