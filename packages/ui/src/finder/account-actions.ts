// The actions that every user of a site has.
import { useMantineColorScheme } from '@mantine/core';
import { useShowKeys } from '../keys/index.ts';
import { useSession } from '../session/index.ts';
import type { Entry } from './finder-rules.ts';

const SCHEMES = [
  ['light', 'Use light colours'],
  ['dark', 'Use dark colours'],
  ['auto', 'Use the colours of the system'],
] as const;

export function useAccountActions(): Entry[] {
  const { session, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const showKeys = useShowKeys();
  return [
    ...SCHEMES.filter(([scheme]) => scheme !== colorScheme).map(([scheme, label]) => ({
      id: `colours-${scheme}`,
      label,
      synonyms: 'theme mode colors switch scheme',
      run: () => setColorScheme(scheme),
    })),
    { id: 'keys', label: 'Keyboard shortcuts', synonyms: 'keys help map hotkeys', keys: '?', run: showKeys },
    {
      id: 'account',
      label: 'Password and second factor',
      synonyms: 'account security passkey',
      detail: 'Opens in a new tab',
      run: () => openTab(session.accountUrl),
    },
    { id: 'sign-out', label: 'Sign out', synonyms: 'log out logout leave exit', run: () => void signOut() },
  ];
}

/** For places outside the site, so that the current page stays open. */
export function openTab(address: string): void {
  window.open(address, '_blank', 'noopener');
}
