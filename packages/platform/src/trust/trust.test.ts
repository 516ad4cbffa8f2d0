import { expect, test } from 'vitest';
import { explainDatabaseDistrust, explainDistrust } from './index.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const AUTHORITY = 'an authority that this machine does not trust';
const EXPIRED = 'has expired, or is not valid yet';
const NAME = 'for another name';

test.each([
  [AUTHORITY, withCode('SELF_SIGNED_CERT_IN_CHAIN')],
  [AUTHORITY, withCode('DEPTH_ZERO_SELF_SIGNED_CERT')],
  [AUTHORITY, withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  [AUTHORITY, withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
  [AUTHORITY, new Error('self-signed certificate in certificate chain')],
  [AUTHORITY, new Error('unable to verify the first certificate')],
  [AUTHORITY, new Error('unable to get local issuer certificate')],
  [AUTHORITY, new Error('unable to get issuer certificate')],
  [EXPIRED, withCode('CERT_HAS_EXPIRED')],
  [EXPIRED, withCode('CERT_NOT_YET_VALID')],
  [EXPIRED, new Error('certificate has expired')],
  [EXPIRED, new Error('certificate is not yet valid')],
  [NAME, withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  [NAME, new Error("Hostname/IP does not match certificate's altnames: x")],
])('explains: a certificate %s (%s)', (found, error) => {
  for (const [nested, explain] of [
    [error, explainDistrust],
    [new Error('outer', { cause: new Error('inner', { cause: error }) }), explainDistrust],
    [error, explainDatabaseDistrust],
  ] as const)
    expect(explain(nested)?.found).toContain(found);
});

test('explains no other failure', () => {
  for (const error of [withCode('ECONNREFUSED'), new Error('no certificate'), 'CERT_HAS_EXPIRED', undefined])
    expect([explainDistrust(error), explainDatabaseDistrust(error)]).toEqual([undefined, undefined]);
});

test('only for a database, the cure for an unknown authority names sslrootcert', () => {
  const [unknown, expired] = [withCode('SELF_SIGNED_CERT_IN_CHAIN'), withCode('CERT_HAS_EXPIRED')];
  expect(explainDistrust(unknown)?.cure).toMatch(/NODE_EXTRA_CA_CERTS(?!.*sslrootcert)/);
  expect(explainDatabaseDistrust(unknown)?.cure).toMatch(/NODE_EXTRA_CA_CERTS.*sslrootcert/);
  expect(explainDatabaseDistrust(expired)).toEqual(explainDistrust(expired));
});
