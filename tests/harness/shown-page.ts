// Renders a page of the portal or console to static markup, with the API's examples as responses. Effects, clicks and styles need a
// browser; what a page shows to which role, and which reads it sends, does not.
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, createMemoryHistory, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { complianceRoutes } from '../../apps/api/src/compliance/routes.ts';
import { dashboardRoutes } from '../../apps/api/src/dashboard/routes.ts';
import { operationsRoutes } from '../../apps/api/src/operations/routes.ts';
import { sessionExample } from '../../apps/api/src/session/examples.ts';
import { sessionRoutes } from '../../apps/api/src/session/routes.ts';
import { SessionContext } from '../../packages/ui/src/session/session-context.ts';
import { theme } from '../../packages/ui/src/theme/theme.ts';
import { type Outline, outlineOf } from './outline.ts';

export interface ShownPage extends Outline {
  /** The operations that the page reads, with their input. */
  reads: [operation: string, input: unknown][];
}

type Session = ReturnType<typeof sessionExample>;

export interface Viewing {
  /** By operation, instead of the example: a response, an error, or undefined for a read that is still pending. */
  answers?: Record<string, unknown>;
  session?: Omit<Partial<Session>, 'role'> & { role?: string };
  /** Whether to show what the page loads on demand. */
  parts?: boolean;
}

const EXAMPLES = Object.fromEntries(
  [...sessionRoutes, ...dashboardRoutes, ...complianceRoutes, ...operationsRoutes].map((route) => [
    route.operationId,
    exampleOf(route),
  ]),
);

/** The day after that of the examples. */
const NOW = new Date('2026-11-16T12:00:00.000Z');
/** A second factor that was used a moment ago. */
const FRESH = '2026-11-16T12:05:00.000Z';

/** `path` is the one that the site itself would write, such as `/portal/team`. */
export async function shownPage(
  site: AnyRouter,
  path: string,
  { answers, session, parts = false }: Viewing = {},
): Promise<ShownPage> {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  try {
    const router = await opened(site, path);
    const realm = path.startsWith('/console') ? 'staff' : 'partner';
    const queries = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } },
    });
    const page = inSite(router, queries, realm, {
      ...sessionExample(realm),
      stepUpUntil: FRESH,
      ...(session as Partial<Session>),
    });
    const render = () => renderRead(page, queries, { ...EXAMPLES, ...answers });
    const first = render();
    if (parts) await vi.dynamicImportSettled();
    const outline = outlineOf(parts ? render() : first);
    if (outline.text === '') throw new Error(`${path} cannot be rendered`);
    return { ...outline, reads: readsOf(queries) };
  } finally {
    vi.useRealTimers();
  }
}

async function opened(site: AnyRouter, path: string): Promise<AnyRouter> {
  // The frame reads the session in an effect; here it is known.
  site.routesById['/frame'].update({ component: Outlet });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ ...site.options, history } as never) as AnyRouter;
  await router.load();
  if (router.state.matches.length < 2) throw new Error(`The site writes ${path} in another way`);
  return router;
}

/** Dialogs are rendered in place, because there is no document to which they could be appended. */
const INLINE = mergeThemeOverrides(theme, {
  components: { Modal: { defaultProps: { ...theme.components?.Modal?.defaultProps, withinPortal: false } } },
});

function inSite(router: AnyRouter, client: QueryClient, realm: 'staff' | 'partner', session: Session) {
  const tools = { session, realm, confirmIdentity: () => {}, signOut: async () => {} };
  const routed = createElement(SessionContext, { value: tools }, createElement(RouterProvider, { router }));
  return createElement(
    MantineProvider,
    { theme: INLINE, env: 'test' },
    createElement(QueryClientProvider, { client }, routed),
  );
}

/** What one read shows can lead to another read. */
function renderRead(page: ReturnType<typeof createElement>, queries: QueryClient, answers: Record<string, unknown>) {
  for (;;) {
    const markup = withDocument(() => renderToStaticMarkup(page));
    const open = enabledIn(queries).filter(
      ({ queryKey: [id], state }) => state.status === 'pending' && answers[String(id)] !== undefined,
    );
    if (open.length === 0) return markup;
    for (const query of open) {
      const answer = answers[String(query.queryKey[0])];
      if (answer instanceof Error) query.setState({ status: 'error', error: answer, errorUpdateCount: 1 });
      else query.setData(answer);
    }
  }
}

const enabledIn = (queries: QueryClient) =>
  queries.getQueryCache().findAll({
    predicate: ({ options }) => (options as { enabled?: boolean }).enabled !== false,
  });

const readsOf = (queries: QueryClient): ShownPage['reads'] =>
  enabledIn(queries).map(({ queryKey: [id, input] }) => [String(id), input]);

function exampleOf(route: object): unknown {
  const { answer } = route as { answer?: { example?: unknown } };
  return answer?.example;
}

/** A dialog asks for the element with the focus while it renders. */
function withDocument<T>(act: () => T): T {
  const place = globalThis as { document?: unknown };
  place.document = { activeElement: null };
  try {
    return act();
  } finally {
    delete place.document;
  }
}
