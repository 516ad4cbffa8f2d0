import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { connectFailure, faultOf, ResolverUnavailable, SendFailure, UrlRefused } from './outcome.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const several = (...codes: string[]) => new AggregateError(codes.map((code) => withCode(code)));
const parser = (message: string) => new errors.HTTPParserError(message);
const OUT_OF_RESOURCES = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EAGAIN'];
const RESET = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ENOTCONN', 'UND_ERR_SOCKET'];

describe('a post that fails', () => {
  test.each<[object, Error]>([
    ...OUT_OF_RESOURCES.map((code) => [{ cause: 'NoResources' }, withCode(code)] as [object, Error]),
    ...RESET.map((code) => [{ kind: 'ConnectionReset' }, withCode(code)] as [object, Error]),
    [{ kind: 'ConnectionReset' }, withCode('ECONNRESET', 'bad response')],
    [{ kind: 'ProtocolError' }, withCode('UND_ERR_SOCKET', 'bad response')],
    [{ kind: 'ProtocolError' }, withCode('UND_ERR_SOCKET', 'bad upgrade')],
    [{ kind: 'ProtocolError' }, withCode('UND_ERR_HEADERS_OVERFLOW')],
    [{ kind: 'ResponseTimeout' }, withCode('ETIMEDOUT')],
    [{ kind: 'TlsFailure' }, withCode('EPROTO')],
    [{ kind: 'TlsFailure' }, withCode('ERR_SSL_WRONG_VERSION_NUMBER')],
    [{ cause: 'Unexpected' }, withCode('X_ERR_SSL_')],
    [{ cause: 'Closing' }, withCode('UND_ERR_CLOSED')],
    [{ cause: 'Closing' }, withCode('UND_ERR_DESTROYED')],
    [{ cause: 'Unexpected' }, withCode('EOTHER')],
    [{ cause: 'Unexpected' }, new Error('without a code')],
    [{ kind: 'Redirect' }, new SendFailure('Redirect')],
    [{ cause: 'ResolverUnavailable' }, new ResolverUnavailable('x')],
    [{ kind: 'DnsFailure' }, new UrlRefused('Unresolvable', 'x')],
    [{ kind: 'BlockedAddress' }, new UrlRefused('NotPublic', 'x')],
    [{ kind: 'BlockedAddress' }, new UrlRefused('NotHttps', 'x')],
    [{ kind: 'ResponseTimeout' }, several('ECONNREFUSED', 'ETIMEDOUT')],
    [{ kind: 'ConnectionReset' }, several('ECONNRESET', 'ECONNREFUSED')],
    [{ cause: 'Unexpected' }, new AggregateError([])],
  ])('is %j if the error is %s', (fault, error) => {
    expect(faultOf(error)).toEqual(fault);
    expect(faultOf(error, true)).toEqual(fault);
  });

  test.each([
    ['invalid header', 'ProtocolError', 'ProtocolError'],
    ['Invalid EOF state', 'ProtocolError', 'ConnectionReset'],
    ['other', 'ProtocolError', 'ConnectionReset'],
  ])('because of a response that cannot be parsed ("%s") is %s, and after its status %s', (message, before, after) => {
    expect([faultOf(parser(message)), faultOf(parser(message), true)]).toEqual([{ kind: before }, { kind: after }]);
  });

  test('because of a body that is too short is ConnectionReset after the status', () => {
    const short = withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH');
    expect([faultOf(short), faultOf(short, true)]).toEqual([{ kind: 'ProtocolError' }, { kind: 'ConnectionReset' }]);
  });
});

describe('a connection that fails', () => {
  test.each<[string, string, string]>([
    ['ETIMEDOUT', 'ConnectTimeout', 'ConnectTimeout'],
    ...RESET.map((code) => [code, 'ConnectionReset', 'ConnectionReset'] as [string, string, string]),
    ['ECONNREFUSED', 'ConnectRefused', 'TlsFailure'],
    ['CERT_HAS_EXPIRED', 'ConnectRefused', 'TlsFailure'],
  ])('with %s is %s, and %s after TCP has connected', (code, before, after) => {
    const error = withCode(code);
    for (const [answered, kind] of [
      [false, before],
      [true, after],
    ] as const)
      expect(connectFailure(error, answered)).toMatchObject({ name: 'SendFailure', kind, cause: error });
  });

  test.each(OUT_OF_RESOURCES)('with %s stays our own fault', (code) => {
    const error = withCode(code);
    expect([connectFailure(error, false), connectFailure(error, true)]).toEqual([error, error]);
  });
});
