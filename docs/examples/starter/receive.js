// Receives webhooks on PORT, verifies each, and ends with the first that says Approved.
import { createServer } from 'node:http';
import { loadEnvFile } from 'node:process';
import { verifyWebhook, WebhookVerificationError } from '@onboarding/sdk';

loadEnvFile('acme.env');
const { ONBOARDING_WEBHOOK_SECRET: secrets, PORT = 3000 } = process.env;

const server = createServer(async (request, response) => {
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
server.listen(Number(PORT), () => console.log(`Listening for webhooks on port ${PORT}`));
