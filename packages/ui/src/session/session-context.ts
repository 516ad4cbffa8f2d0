import type { Realm, SessionView } from '@onboarding/contract';
import { createContext, useContext } from 'react';

interface SessionTools {
  session: SessionView;
  realm: Realm;
  /** Opens the window for the step-up. */
  confirmIdentity(): void;
  signOut(): Promise<void>;
}

export const SessionContext = createContext<SessionTools | undefined>(undefined);

export function useSession(): SessionTools {
  const tools = useContext(SessionContext);
  if (tools === undefined) throw new Error('useSession needs a SessionProvider around it');
  return tools;
}
