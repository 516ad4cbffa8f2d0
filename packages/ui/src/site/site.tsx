// The root of a site: theme, query client and router.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Look } from '../theme/look.tsx';

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
