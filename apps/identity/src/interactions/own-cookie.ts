// Our own cookies in the browsers of users. Scripts cannot read them; over HTTPS, the prefix __Host- makes browsers require Secure
// and accept the cookie from no other host.
import { cookieOf } from '@onboarding/platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface OwnCookie {
  read(request: FastifyRequest): string | undefined;
  /** Without `seconds`, browsers forget it when they are closed. */
  set(reply: FastifyReply, value: string, seconds?: number): void;
}

export function ownCookie(issuer: string, word: string, sameSite: 'Lax' | 'Strict' = 'Lax'): OwnCookie {
  const encrypted = issuer.startsWith('https:');
  const name = encrypted ? `__Host-${word}` : word;
  return {
    read: (request) => cookieOf(request, name),
    set(reply, value, seconds) {
      const lifetime = seconds === undefined ? '' : `Max-Age=${seconds}; `;
      const secure = encrypted ? '; Secure' : '';
      reply.header('set-cookie', `${name}=${value}; Path=/; ${lifetime}HttpOnly; SameSite=${sameSite}${secure}`);
    },
  };
}
