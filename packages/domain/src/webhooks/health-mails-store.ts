import { statement, type Tx } from '@onboarding/platform/postgres';

const URL_OF = statement<{ url: string }>(
  'webhook_mail_url',
  'select url from webhook_endpoints where partner_id = $1',
);

export async function findEndpointUrl(tx: Tx, partnerId: string): Promise<string | undefined> {
  return (await tx.rows(URL_OF, [partnerId]))[0]?.url;
}
