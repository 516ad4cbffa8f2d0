// The look of a site: theme, styles and the policy's nonce, around everything.
import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/** The server writes it anew into each page; styles made by scripts without it are refused by the browser. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';
// Locking the scroll behind a dialog uses a library that asks here.
setNonce(nonce);

/** The words of the library are too pale in several colours; ours come from the tokens. */
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
