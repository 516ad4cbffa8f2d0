// Changes of an account, to whom they apply, and their texts: the same on both sites.
import type { TeamUser } from '@onboarding/contract';

interface Words {
  label: string;
  title: (name: string) => string;
  text: string;
  /** The button of the dialog, if it differs from the label. */
  button?: string;
  done: (name: string) => string;
  grave?: boolean;
}

const WORDS = {
  'sign-out': {
    label: 'Sign out everywhere',
    title: (name) => `Sign ${name} out everywhere?`,
    text: 'This ends all their sessions immediately, on every device. They can sign in again.',
    done: (name) => `${name} is signed out everywhere.`,
  },
  disable: {
    label: 'Disable',
    title: (name) => `Disable ${name}?`,
    text: 'This ends all their sessions immediately, and they can no longer sign in. Their actions stay in the log. You can enable the account again later.',
    done: (name) => `${name} is disabled.`,
    grave: true,
  },
  enable: {
    label: 'Enable',
    title: (name) => `Enable ${name}?`,
    text: 'They can sign in again with their existing password and second factor.',
    done: (name) => `${name} is enabled.`,
  },
  'invite-again': {
    label: 'Send the invitation again',
    title: (name) => `Send ${name} the invitation again?`,
    text: 'They get a new link, valid for seven days. The previous link stops working.',
    button: 'Send the invitation',
    done: (name) => `The invitation to ${name} is on its way.`,
  },
  reset: {
    label: 'Reset second factors',
    title: (name) => `Reset ${name}’s second factors?`,
    text: 'Only for someone who has lost all their second factors and recovery codes. First make sure that it is really them: call or meet them, because a mail proves nothing. This removes their password and second factors, ends all their sessions and sends a new invitation.',
    button: 'Reset and invite again',
    done: (name) => `${name} will get a new invitation.`,
    grave: true,
  },
} satisfies Record<string, Words>;

export type AccountChange = keyof typeof WORDS;

export const wordsOf = (change: AccountChange): Words => WORDS[change];

const OFFERED: Record<TeamUser['status'], readonly AccountChange[]> = {
  Active: ['sign-out', 'reset', 'disable'],
  Invited: ['invite-again', 'disable'],
  Disabled: ['enable'],
};

/** A person of either realm. */
export type ChangeableUser = Pick<TeamUser, 'name' | 'status'>;

export const isOffered = (change: AccountChange, { status }: ChangeableUser) => OFFERED[status].includes(change);

/** The changes offered for the person. */
export const changesOf = ({ status }: ChangeableUser) =>
  OFFERED[status].map((change) => ({
    change,
    label: wordsOf(change).label,
    grave: wordsOf(change).grave === true,
  }));

export const accountChanged = (change: AccountChange, { name }: ChangeableUser) => wordsOf(change).done(name);

/**
 * The dialog that a URL opens: none for the person's own account, so that no one locks themselves out, and none that is not
 * offered.
 */
export function dialogFor<Change extends AccountChange>(
  ask: Change | 'role' | undefined,
  person: ChangeableUser,
  isOwn: boolean,
): Change | 'role' | undefined {
  if (isOwn || ask === undefined) return undefined;
  return ask === 'role' || isOffered(ask, person) ? ask : undefined;
}
