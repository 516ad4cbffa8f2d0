export { Allowed, Permitted, StepUp, useAllowed } from './allowed.tsx';
export { SessionProvider, SignedIn } from './session.tsx';
export { useSession } from './session-context.ts';
export { isAllowed } from './session-rules.ts';
