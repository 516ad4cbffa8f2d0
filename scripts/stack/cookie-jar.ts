/** The parts of a browser that a sign-in needs: cookies by site, redirects one at a time, forms with hidden fields. */
import { StackFailure } from '../servers/failure.ts';

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

export interface Browser {
  /** Follows redirects to a page; `stopAt` selects a URL that is not followed. */
  open(url: string, form?: URLSearchParams, stopAt?: (url: string) => boolean): Promise<Page>;
  cookie(url: string, name: string): string | undefined;
}

const MOST_REDIRECTS = 20;

export function openBrowser(): Browser {
  // By host and not by port, as in browsers; paths are not needed, since all our cookies have "/" or unique names.
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { hostname } = new URL(url);
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    return jar;
  };

  async function request(url: string, form: URLSearchParams | undefined): Promise<Response> {
    const cookies = [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html',
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...(form === undefined ? {} : { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }),
    };
    const signal = AbortSignal.timeout(120_000);
    const body = form === undefined ? {} : { method: 'POST', body: form };
    const answer = await fetch(url, { ...body, headers, redirect: 'manual', signal }).catch(() => {
      throw new StackFailure(`Nothing answers at ${new URL(url).origin}: start the stack with "npm run stack -- up"`);
    });
    for (const line of answer.headers.getSetCookie()) keepCookie(jarOf(url), line);
    return answer;
  }

  return {
    async open(first, form, stopAt) {
      let [url, body] = [first, form];
      for (let count = 0; count < MOST_REDIRECTS; count++) {
        const answer = await request(url, body);
        const text = await answer.text();
        const location = answer.headers.get('location');
        if (location === null || answer.status < 300 || answer.status > 399)
          return { url, status: answer.status, text };
        // 307 and 308 repeat the request unchanged; the others request a page.
        if (answer.status !== 307 && answer.status !== 308) body = undefined;
        url = new URL(location, url).href;
        if (stopAt?.(url)) return { url, status: answer.status, text: '' };
      }
      throw new StackFailure(`${new URL(first).pathname} redirects endlessly`);
    },
    cookie: (url, name) => jarOf(url).get(name),
  };
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf('='));
  const value = pair.slice(pair.indexOf('=') + 1);
  const expiry = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
  const over = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
  if (over || value === '' || (expiry !== undefined && Date.parse(expiry) < Date.now())) jar.delete(name);
  else jar.set(name, value);
}

export interface Form {
  readonly action: string;
  readonly fields: URLSearchParams;
  /** The names of the fields that the user fills in. */
  readonly asked: readonly string[];
}

/** The forms of a page that are sent by POST. */
export function formsOf({ url, text }: Page): Form[] {
  return [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)]
    .filter(([, head = '']) => /method="?post/i.test(head))
    .map(([, head = '', inside = '']) => {
      const inputs = [...inside.matchAll(/<input\b([^>]*)>/gi)].map(([, input = '']) => ({
        name: attribute(input, 'name') ?? '',
        type: attribute(input, 'type') ?? 'text',
        value: attribute(input, 'value') ?? '',
      }));
      const hidden = inputs.filter(({ type, name }) => type === 'hidden' && name !== '');
      return {
        action: new URL(attribute(head, 'action') ?? url, url).href,
        fields: new URLSearchParams(Object.fromEntries(hidden.map(({ name, value }) => [name, value]))),
        asked: inputs.filter(({ type }) => type !== 'hidden').map(({ name }) => name),
      };
    });
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
