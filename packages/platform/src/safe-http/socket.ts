// Opens connections only to addresses that the guard has checked, with TLS for the host in the URL.

import type { LookupFunction } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, connect, createSecureContext, type TLSSocket } from 'node:tls';
import { addressIn, canonicalAddress } from './address.ts';
import { connectFailure, type Guard, type Route, SendFailure, type Target } from './outcome.ts';

export interface SocketOptions {
  guard: Guard;
  ca: readonly string[] | undefined;
  connectMs: number;
}

/** Rejects with the reason why the connection could not be opened. */
export type OpenSocket = (target: Target) => Promise<TLSSocket>;

/** Enough for a distant receiver, so that none of several addresses is given up too soon. */
const PER_ADDRESS_MS = 1_000;
/** TLS sessions make the next connection to the same host cheaper. */
const KEPT_SESSIONS = 2_000;
const SESSION_FOR_MS = 10 * 60_000;

export function createSocketOpener({ guard, ca, connectMs }: SocketOptions): OpenSocket {
  const secureContext = createSecureContext(ca === undefined ? {} : { ca: [...ca] });
  const sessions = createSessions();

  function open(target: Target, route: Route): Promise<TLSSocket> {
    const session = sessions.of(target.origin);
    const options = {
      ...(session === undefined ? {} : { session }),
      secureContext,
      ...whereAndWho(target, route),
      port: route.port,
      ALPNProtocols: ['http/1.1'],
      autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS,
    };
    return new Promise((resolve, reject) => {
      let answered = false;
      const socket = connect(options);
      const fail = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const timer = setTimeout(() => fail(new SendFailure('ConnectTimeout')), connectMs);
      socket
        .setNoDelay(true)
        .on('session', (fresh) => sessions.keep(target.origin, fresh))
        .once('connect', () => {
          answered = true;
          // Unknown if the connection is already closed, which is reported separately.
          if (socket.remoteAddress !== undefined && !leadsTo(route, socket.remoteAddress)) {
            fail(new SendFailure('BlockedAddress'));
          }
        })
        .once('secureConnect', () => {
          if (!leadsTo(route, socket.remoteAddress)) return fail(new SendFailure('BlockedAddress'));
          clearTimeout(timer);
          resolve(socket);
        })
        // Kept, for errors of an open socket before its user listens; the promise is settled by then.
        .on('error', (error) => fail(connectFailure(error, answered)));
    });
  }

  return async (target) => open(target, await guard.route(target));
}

/**
 * For an IP address, Node does no lookup and TLS has no server name, so the certificate is checked against the address
 * here.
 */
function whereAndWho({ host }: Target, route: Route): ConnectionOptions {
  const literal = addressIn(host);
  if (literal === undefined) return { host, servername: host, lookup: lookupOf(route) };
  return {
    host: route.addresses[0]?.address,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(literal, certificate),
  };
}

function lookupOf({ addresses }: Route): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** A second check that a connection reached a checked address; nothing has been sent on it yet. */
function leadsTo({ addresses }: Route, remote: string | undefined): boolean {
  const reached = canonicalAddress(remote ?? '');
  return reached !== undefined && addresses.some(({ address }) => canonicalAddress(address) === reached);
}

function createSessions() {
  const kept = new Map<string, { session: Buffer; at: number }>();
  return {
    of(origin: string): Buffer | undefined {
      const known = kept.get(origin);
      return known === undefined || performance.now() - known.at > SESSION_FOR_MS ? undefined : known.session;
    },
    keep(origin: string, session: Buffer): void {
      kept.delete(origin);
      kept.set(origin, { session, at: performance.now() });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_SESSIONS) break;
        kept.delete(oldest);
      }
    },
  };
}
