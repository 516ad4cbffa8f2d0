// The look of a site: theme, styles and the nonce of the content security policy.
import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/** The server writes a new nonce into each page; browsers block styles that scripts create without it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';
// The library that locks scrolling behind a dialog takes the nonce from here.
setNonce(nonce);

/** The library's text has too little contrast in several colours; ours uses the tokens. */
const quiet = {
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
};

export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      cssVariablesResolver={() => ({ variables: {}, light: quiet, dark: quiet })}
    >
      <Notifications position="bottom-right" />
      {children}
    </MantineProvider>
  );
}
