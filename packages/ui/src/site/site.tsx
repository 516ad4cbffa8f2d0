// The root of a site: look, query client and router.
import '../theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '../theme/theme.ts';

// A failed read is shown with a retry button instead of being retried silently; reads are cheap, so data is stale soon.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });

export function showSite(router: AnyRouter): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root');
  createRoot(root).render(
    <StrictMode>
      <Look>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Look>
    </StrictMode>,
  );
}

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
  '--mantine-color-brand-light': 'var(--accent-ground)',
  '--mantine-color-brand-light-hover': 'var(--accent-ground)',
  '--mantine-color-brand-light-color': 'var(--accent)',
};

function Look({ children }: { children: ReactNode }) {
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
