// The key for the next person opens that person and focuses the verdicts: Tab reaches the first, and Space, which scrolls
// elsewhere, gives none.
import type { ReviewedPerson } from '@onboarding/contract';
import { useKey } from '@onboarding/ui/keys';
import { useEffect } from 'react';
import { useSelection } from '../selection.ts';
import { nextPerson } from './person-facts.ts';

export const toggleOf = (uboId: string) => `toggle-${uboId}`;
export const verdictsOn = (uboId: string) => `verdicts-${uboId}`;

/** The person that the key has requested and the page has not opened yet. */
let wanted: string | undefined;
/** The last person that the key opened. */
let reached: string | undefined;

function focusOn(uboId: string): void {
  reached = uboId;
  (document.getElementById(verdictsOn(uboId)) ?? document.getElementById(toggleOf(uboId)))?.focus();
}

/** Works on every tab. `people`: in the order on the page. */
export function usePersonKey(people: readonly ReviewedPerson[]): void {
  const { tab, person, choose } = useSelection();
  const ids = people.map(({ uboId }) => uboId);
  const open = () => {
    const next = nextPerson(ids, person, reached);
    if (next === undefined) return;
    if (tab === 'people' && person === next) return focusOn(next);
    wanted = next;
    choose({ tab: 'people', person: next });
  };
  useKey('p', open, 'Open the next person', { enabled: ids.length > 0 });
}

export function useFocusWhenOpened(uboId: string, open: boolean): void {
  useEffect(() => {
    if (!open || wanted !== uboId) return;
    wanted = undefined;
    focusOn(uboId);
  }, [open, uboId]);
}
