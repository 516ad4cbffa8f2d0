// Who is signed in, and what happens when the session ends while a page is open: the page and its input stay, and the person
// signs in again in a separate window.
import type { Realm, SessionView } from '@onboarding/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onNotice, send } from '../api/index.ts';
import { Failure } from '../states/states.tsx';
import { readSession } from './read-session.ts';
import { SessionContext } from './session-context.ts';
import { IdleWarning, openWindow, SignInAgain } from './session-dialogs.tsx';
import { type Asking, afterFailedRead, askedBy, isAnotherUser, signInAddress } from './session-rules.ts';

/** Windows of the site notify each other of a sign-in on this channel. */
const CHANNEL = 'onboarding-sign-in';

/** Renders its children for a signed-in person; anyone else is sent to sign in and returns to the same page. */
export function SessionProvider({ realm, site, children }: { realm: Realm; site: string; children: ReactNode }) {
  const [session, setSession] = useState<SessionView>();
  const [failure, setFailure] = useState<Error>();
  const [asking, setAsking] = useState<Asking>('nothing');
  const queries = useQueryClient();
  const known = useRef<SessionView>(undefined);

  const load = useCallback(async () => {
    try {
      const read = await readSession(realm);
      if (isAnotherUser(known.current, read)) return window.location.reload();
      known.current = read;
      setFailure(undefined);
      setSession(read);
      setAsking('nothing');
    } catch (error) {
      const next = afterFailedRead(known.current !== undefined, error);
      if (next === 'stay') return;
      if (next === 'sign-in') return goToSignIn(realm);
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }, [realm]);

  useEffect(() => void load(), [load]);
  useEffect(
    () =>
      onNotice(({ kind }) => {
        const asked = askedBy(kind, known.current !== undefined);
        if (asked !== undefined) setAsking(asked);
      }),
    [],
  );
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void load().then(() => queries.invalidateQueries());
    return () => channel.close();
  }, [load, queries]);

  const tools = useMemo(
    () =>
      session && {
        session,
        realm,
        confirmIdentity: () => openWindow(signInAddress(realm, `${site}/signed-in`, true)),
        signOut: () => signOut(realm),
      },
    [session, realm, site],
  );
  if (failure !== undefined) return <Failure error={failure} onRetry={() => void load()} />;
  if (tools === undefined) return null;
  return (
    <SessionContext value={tools}>
      {children}
      {asking === 'nothing' ? (
        <IdleWarning realm={realm} session={tools.session} />
      ) : (
        <SignInAgain
          address={signInAddress(realm, `${site}/signed-in`, asking === 'step-up')}
          stepUp={asking === 'step-up'}
          name={tools.session.name}
          onCancel={asking === 'step-up' ? () => setAsking('nothing') : () => void signOut(realm)}
        />
      )}
    </SessionContext>
  );
}

/** Ends the session here, then at the provider. */
async function signOut(realm: Realm): Promise<void> {
  const operation = { method: 'POST', path: `/api/session/${realm}/sign-out`, roles: [], stepUp: false } as const;
  try {
    const { continueAt } = (await send(operation, {})) as { continueAt: string };
    window.location.assign(continueAt);
  } catch {
    window.location.assign('/');
  }
}

function goToSignIn(realm: Realm): void {
  const { pathname, search } = window.location;
  window.location.replace(signInAddress(realm, pathname + search, false));
}

/** The last page of the sign-in window: notifies the others and closes the window. */
export function SignedIn() {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('signed in');
    channel.close();
    window.close();
  }, []);
  return <p>You are signed in. You can close this window.</p>;
}
