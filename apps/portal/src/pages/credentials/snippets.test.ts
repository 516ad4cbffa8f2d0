import { expect, test } from 'vitest';
import { APPROVED_NUMBER, businessSnippet, tokenSnippet } from './snippets.ts';

test('the commands for a token name the key, the client, the audience and the endpoint', () => {
  const issuer = 'https://id.example';
  const text = tokenSnippet({ clientId: 'client-1', issuer, tokenEndpoint: `${issuer}/token` }, 'main.pem');
  expect(text).toMatch(/^CLIENT_ID=client-1\nKEY=main\.pem\n/);
  expect(text).toContain(`"$CLIENT_ID" "$CLIENT_ID" "${issuer}" "$NOW"`);
  expect(text).toContain(`curl -sS ${issuer}/token `);
});

test('the first business is JSON that a shell passes unchanged', () => {
  const text = businessSnippet('https://api.example', APPROVED_NUMBER);
  const [, body = '', ...more] = text.split("-d '");
  expect(more).toEqual([]);
  // A quote inside the body would end the argument.
  const [json = '', rest] = body.split("'");
  expect(rest).toBe('\n');
  expect(JSON.parse(json)).toMatchObject({ registrationNumber: 'SBXAPPROVE', partnerCustomerId: 'first-business' });
  expect(text).toContain('https://api.example/api/partner/v1/business-profiles');
});
