export { Allowed, Permitted, useAllowed } from './allowed.tsx';
export { SessionProvider, SignedIn, useSession } from './session.tsx';
export { StepUp } from './step-up.tsx';
