// What each kind of setting accepts and refuses, at the edges.
import { expect, test } from 'vitest';
import { SETTINGS } from './catalogue.ts';
import { decimal, integer } from './types.ts';

const parse = (name: string, text: string) => SETTINGS.get(name)?.type.safeParse(text);

test.each<[string, string, unknown]>([
  ['SMTP_URL', 'smtp://mail.internal:587', 'smtp://mail.internal:587'],
  ['SMTP_URL', 'smtps://mail.internal', 'smtps://mail.internal'],
  ['MAIL_FROM', 'a@b', 'a@b'],
  ['DATABASE_URL', 'postgres://role@db/x', 'postgres://role@db/x'],
  ['DATABASE_URL', 'postgresql://role@db/x', 'postgresql://role@db/x'],
  ['WORKER_ROLES', 'mail, webhooks', ['mail', 'webhooks']],
  ['PORTAL_URL', 'https://portal.example/', 'https://portal.example'],
  ['PORTAL_URL', 'https://portal.example:8443', 'https://portal.example:8443'],
  ['PORTAL_CLIENT_SECRET', 'x'.repeat(32), 'x'.repeat(32)],
  ['S3_BUCKET', 'abc', 'abc'],
  ['SIMULATED_REVIEWS', 'true', true],
  ['SIMULATED_REVIEWS', 'false', false],
  ['AUDIT_ANCHORS', 's3://audit', 's3://audit'],
  ['AUDIT_ANCHORS', 's3://audit/a/b-c.d', 's3://audit/a/b-c.d'],
  ['AUDIT_ANCHORS', 'file:/var/lines', 'file:/var/lines'],
  ['AUDIT_ANCHORS', 'command:/bin/store', 'command:/bin/store'],
  ['AUDIT_ANCHORS_ASK', '/bin/last', '/bin/last'],
  ['AUDIT_STREAM', 'file:/var/log/audit', 'file:/var/log/audit'],
  ['AUDIT_STREAM', 'http://collector/v1/logs', 'http://collector/v1/logs'],
  ['WEBHOOK_PORTS', '1,65535', [1, 65_535]],
  [
    'WEBHOOK_LOOPBACK_RECEIVERS',
    'a.b=1,c-1.d.e=65535',
    new Map([
      ['a.b', 1],
      ['c-1.d.e', 65_535],
    ]),
  ],
  [
    'WEBHOOK_DNS_SERVERS',
    '192.0.2.1,2001:db8::1,[2001:db8::1]:65535',
    ['192.0.2.1', '2001:db8::1', '[2001:db8::1]:65535'],
  ],
])('%s=%s is accepted', (name, text, value) => {
  expect(parse(name, text)).toEqual({ success: true, data: value });
});

test.each([
  ['SMTP_URL', 'http://mail.internal'],
  ['SMTP_URL', 'xsmtp://mail.internal'],
  ['SMTP_URL', 'smtpx://mail.internal'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b\r\nBcc: c@d'],
  ['MAIL_FROM', 'x\na@b'],
  ['DATABASE_URL', 'xpostgres://role@db/x'],
  ['DATABASE_URL', 'postgresx://role@db/x'],
  ['DATABASE_URL', ''],
  ['WORKER_ROLES', ''],
  ['WORKER_ROLES', 'mail,other'],
  ['PORTAL_URL', 'https://portal.example/path'],
  ['PORTAL_URL', 'https://portal.example/?a=1'],
  ['PORTAL_URL', 'xhttp://portal.example'],
  ['PORTAL_URL', 'ftp://portal.example'],
  ['TOKEN_JWKS_URL', 'httpsx://id.example'],
  ['TOKEN_JWKS_URL', 'xhttps://id.example'],
  ['S3_ENDPOINT', 'xhttps://s3.example'],
  ['S3_ENDPOINT', 'httpsx://s3.example'],
  ['PORTAL_CLIENT_SECRET', 'x'.repeat(31)],
  ['S3_BUCKET', 'ab'],
  ['S3_ACCESS_KEY', ''],
  ['SIMULATED_REVIEWS', 'yes'],
  ['ENVIRONMENT', 'test'],
  ['AUDIT_ANCHORS', 's3://ab'],
  ['AUDIT_ANCHORS', `s3://${'a'.repeat(64)}`],
  ['AUDIT_ANCHORS', 's3://Audit'],
  ['AUDIT_ANCHORS', 's3://audit/a b'],
  ['AUDIT_ANCHORS', 'xs3://audit'],
  ['AUDIT_ANCHORS', 'file:lines'],
  ['AUDIT_ANCHORS', 'file:/'],
  ['AUDIT_ANCHORS', 'other:/bin/store'],
  ['AUDIT_ANCHORS_ASK', 'bin/last'],
  ['AUDIT_STREAM', 'file:audit'],
  ['AUDIT_STREAM', 'https://collector/a b'],
  ['AUDIT_STREAM', 'xhttps://collector'],
  ['WEBHOOK_PORTS', '443,65536'],
  ['WEBHOOK_PORTS', 'x443'],
  ['WEBHOOK_PORTS', '443x'],
  ['WEBHOOK_PORTS', '000443'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'a.b=0'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'x a.b=1'],
  ['WEBHOOK_DNS_SERVERS', '[192.0.2.1'],
  ['WEBHOOK_DNS_SERVERS', '192.0.2.1:65536'],
  ['WEBHOOK_DNS_SERVERS', '192.0.2.1:'],
  ['WEBHOOK_DNS_SERVERS', 'x[2001:db8::1]:53'],
  ['PLAIN_CONNECTIONS', 'S3_ENDPOINT,KEY_RING'],
  ['KEY_RING', '{"current":"k2","keys":{}}'],
  ['KEY_RING', 'no JSON'],
])('%s=%s is refused with what it must be', (name, text) => {
  const refused = parse(name, text);
  expect(refused?.success).toBe(false);
  expect(refused?.error?.issues.map(({ message }) => message).join()).toMatch(/^must /);
});

test('whole numbers and decimals are accepted from the lowest to the highest value, and nothing else', () => {
  const accepted = (type: typeof integer | typeof decimal, texts: string[]) =>
    texts.filter((text) => type(2, 11).safeParse(text).success);
  expect(accepted(integer, ['1', '2', '11', '12', '-2', '2.5', '2x', 'x2', '', ' 2', '1e1'])).toEqual(['2', '11']);
  expect(accepted(decimal, ['1.9', '2', '2.5', '11', '11.1', '2.', '.5', '2x', 'x2', '', '1e1'])).toEqual([
    '2',
    '2.5',
    '11',
  ]);
  expect([integer(-5, 5).safeParse('-5').data, decimal(0, 1).safeParse('0.25').data]).toEqual([-5, 0.25]);
});
