// A browser without scripts: stores cookies by path, follows redirects, fills in forms.

export interface TestBrowser {
  /** Follows redirects to a page, or until they leave the site. */
  open(url: string): Promise<TestPage>;
  /** Fills in a form of the page and submits it. */
  submit(page: TestPage, action: RegExp, fields?: Record<string, string>, options?: SubmitOptions): Promise<TestPage>;
  cookies(): Map<string, string>;
  setCookie(name: string, value: string): void;
}

interface SubmitOptions {
  headers?: Record<string, string>;
  /** Selects among forms with the same action: the one with this value in a hidden field. */
  with?: string;
}

export interface TestPage {
  status: number;
  url: string;
  text: string;
  headers: Headers;
  /** Where a redirect left the site. */
  leftTo: string | undefined;
}

export interface TestForm {
  action: string;
  fields: Record<string, string>;
}

interface Cookie {
  name: string;
  path: string;
  value: string;
}

export function createBrowser(site: string, address = '192.0.2.1'): TestBrowser {
  const jar = new Map<string, Cookie>();
  function keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const ended = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
      if (ended || value === '') jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, path, value });
    }
  }
  const cookieHeader = (path: string) =>
    [...jar.values()]
      .filter((one) => path === one.path || path.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  async function go(target: string, init: RequestInit = {}): Promise<TestPage> {
    let url = new URL(target, site);
    let request = init;
    for (;;) {
      const headers = new Headers(request.headers);
      headers.set('cookie', cookieHeader(url.pathname));
      headers.set('x-forwarded-for', address);
      const answer = await fetch(url, { ...request, headers, redirect: 'manual' });
      keepCookies(answer.headers);
      const location = answer.headers.get('location');
      if (location === null) {
        const text = await answer.text();
        return { status: answer.status, url: url.href, text, headers: answer.headers, leftTo: undefined };
      }
      await answer.arrayBuffer();
      url = new URL(location, url);
      if (url.origin !== site) {
        return { status: answer.status, url: url.href, text: '', headers: answer.headers, leftTo: url.href };
      }
      request = {};
    }
  }
  return {
    open: (url) => go(url),
    async submit(page, action, fields = {}, options = {}) {
      const form = formsOf(page.text).find(
        (one) =>
          action.test(one.action) && (options.with === undefined || Object.values(one.fields).includes(options.with)),
      );
      if (form === undefined) throw new Error(`No form ${action} on ${titleOf(page)}`);
      const body = new URLSearchParams({ ...form.fields, ...fields });
      return go(new URL(form.action, page.url).href, { method: 'POST', body, headers: options.headers ?? {} });
    },
    cookies: () => new Map([...jar.values()].map(({ name, value }) => [name, value])),
    setCookie: (name, value) => jar.set(`${name} /`, { name, path: '/', value }),
  };
}

export function formsOf(text: string): TestForm[] {
  return [...text.matchAll(/<form [^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)].map(([, action = '', inside = '']) => ({
    action: unescaped(action),
    fields: Object.fromEntries(
      [...inside.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescaped(value),
      ]),
    ),
  }));
}

export function titleOf(page: TestPage): string {
  return unescaped(/<h1>(.*?)<\/h1>/s.exec(page.text)?.[1] ?? page.text.slice(0, 200));
}

/** The problem that the page shows. */
export function problemOf(page: TestPage): string | undefined {
  const words = /<p id="problem">(.*?)<\/p>/s.exec(page.text)?.[1];
  return words === undefined ? undefined : unescaped(words.replaceAll(/<[^>]+>/g, ''));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
