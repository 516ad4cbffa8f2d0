export { Allowed, Permitted, StepUp, useAllowed } from './allowed.tsx';
export { SessionProvider, SignedIn, useSession } from './session.tsx';
export { isAllowed } from './session-rules.ts';
