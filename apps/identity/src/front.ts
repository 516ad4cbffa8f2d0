// What the service believes of a request: its own address, and the caller's as our own proxies saw it.
import type { IncomingMessage } from 'node:http';

export interface Front {
  host: string;
  scheme: string;
  trustedProxies: number;
}

/**
 * Corrects the request: URLs that we issue always start with the issuer, regardless of the Host header, and the caller's
 * address is the one that our own proxies saw.
 */
export function straighten(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { host, scheme, trustedProxies }: Front,
): void {
  const seen = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const byProxy = trustedProxies === 0 ? undefined : seen.at(-trustedProxies)?.trim();
  request.headers.host = host;
  request.headers['x-forwarded-proto'] = scheme;
  request.headers['x-forwarded-for'] = byProxy || (request.socket.remoteAddress ?? '');
  delete request.headers['x-forwarded-host'];
}
