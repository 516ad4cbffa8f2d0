// The views of a list, as links side by side, each with its number of entries.
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './views.module.css';

export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.views} aria-label={label}>
      {children}
    </nav>
  );
}

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** `count`: in words; undefined while unknown. Only the chosen one is current, although the router also matches its other views. */
export const ViewLink = createLink(
  ({ isChosen, count, children, ...anchor }: Anchor & { isChosen: boolean; count: string | undefined }) => (
    <a {...anchor} className={classes.view} aria-current={isChosen ? 'page' : undefined}>
      {children} {count !== undefined && <span className={classes.count}>{count}</span>}
    </a>
  ),
);
