import type { Realm, SessionView } from '@onboarding/contract';
import { send } from '../api/index.ts';

export async function readSession(realm: Realm, options: { background?: boolean } = {}): Promise<SessionView> {
  const read = { method: 'GET', path: `/api/session/${realm}`, roles: [], stepUp: false } as const;
  return (await send(read, {}, options)) as SessionView;
}
