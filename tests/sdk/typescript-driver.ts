// The TypeScript SDK as a driver, in the process of the test.
import { createPrivateKey, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type Answer,
  type ClientOptions,
  OnboardingClient,
  type Pages,
  type PrivateKey,
  PrivateKeyError,
  type RsaPrivateJwk,
  signDelivery,
  type UploadProgress,
  verifyWebhook,
} from '@onboarding/sdk';
import type { Command, Driver, Reply } from './driver.ts';

interface Clock {
  offsetMs: number;
}

interface Held {
  pages: Pages<unknown>;
  iterator: AsyncIterator<unknown>;
  /** Whether it yields pages instead of items. */
  byPage: boolean;
}

type Method = (...args: unknown[]) => Promise<unknown>;
type Options = Record<string, unknown> & { abortAfterMs?: number };

export function startTypeScriptDriver(): Driver {
  const clients = new Map<string, { client: OnboardingClient; clock: Clock }>();
  const iterators = new Map<string, Held>();

  const clientOf = ({ client }: Command) => {
    const found = clients.get(String(client));
    if (found === undefined) throw new Error(`there is no client ${client}`);
    return found.client;
  };
  const methodOf = (command: Command): Method => {
    const client = clientOf(command);
    const method: unknown = Reflect.get(client, String(command.method));
    if (typeof method !== 'function') throw new Error(`the client has no method ${command.method}`);
    return method.bind(client);
  };

  const commands: Record<string, (command: Command) => Promise<Omit<Reply, 'error'>>> = {
    async open({ client, options }) {
      const clock = { offsetMs: 0 };
      clients.set(String(client), { client: await openClient(options as Record<string, unknown>, clock), clock });
      return { value: null };
    },
    async clock({ client, offsetMs }) {
      const found = clients.get(String(client));
      if (found !== undefined) found.clock.offsetMs = Number(offsetMs);
      return { value: null };
    },
    async call(command) {
      const progress: UploadProgress[] = [];
      let answer: Answer | undefined;
      const options = {
        ...toOptions(command.options as Options),
        onAnswer: (told: Answer) => {
          answer = told;
        },
        ...(command.method === 'uploadDocument' && { onProgress: (step: UploadProgress) => progress.push(step) }),
      };
      const value = (await methodOf(command)(...(await toArguments(command)), options)) ?? null;
      return { value, answer, progress };
    },
    async many(command) {
      const [method, args] = [methodOf(command), await toArguments(command)];
      const calls = Array.from({ length: Number(command.times) }, () =>
        method(...args, { ...(command.options as object) }),
      );
      const settled = await Promise.allSettled(calls);
      const errors: Record<string, number> = {};
      for (const one of settled)
        if (one.status === 'rejected') {
          const name = describeError(one.reason).class;
          errors[name] = (errors[name] ?? 0) + 1;
        }
      const values = settled.flatMap((one) => (one.status === 'fulfilled' ? [JSON.stringify(one.value)] : []));
      return { value: { succeeded: values.length, distinct: new Set(values).size, errors } };
    },
    async iterate(command) {
      const client = clientOf(command);
      const begin = Reflect.get(client, String(command.method)) as (...args: unknown[]) => Pages<unknown>;
      const pages = begin.call(client, ...(await toArguments(command)), toOptions(command.options as Options));
      const iterator = command.pages === true ? pages.pages() : pages[Symbol.asyncIterator]();
      iterators.set(String(command.iterator), { pages, iterator, byPage: command.pages === true });
      return { value: null };
    },
    async next({ iterator: name, count }) {
      const held = iterators.get(String(name));
      if (held === undefined) throw new Error(`there is no iterator ${name}`);
      const items: unknown[] = [];
      let done = false;
      while (items.length < Number(count) && !done) {
        const step = await held.iterator.next();
        done = step.done === true;
        if (!done) items.push(step.value);
      }
      return { value: { items, cursor: held.pages.cursor ?? null, done } };
    },
    async verifyWebhook({ body, bodyBase64, headers, secrets, toleranceSeconds, receivedAt }) {
      const options = {
        body: bodyBase64 === undefined ? (body as string) : Buffer.from(String(bodyBase64), 'base64'),
        headers: headers as Record<string, string>,
        secrets: secrets as string | string[],
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds: Number(toleranceSeconds) }),
        ...(receivedAt === undefined ? {} : { receivedAt: new Date(String(receivedAt)) }),
      };
      return { value: verifyWebhook(options) };
    },
    async signDelivery({ delivery }) {
      const { sentAt, ...rest } = delivery as Parameters<typeof signDelivery>[0] & { sentAt?: string };
      return { value: signDelivery({ ...rest, ...(sentAt === undefined ? {} : { sentAt: new Date(sentAt) }) }) };
    },
    async reset() {
      clients.clear();
      iterators.clear();
      return { value: null };
    },
  };

  return {
    async send(command) {
      const perform = commands[command.command];
      if (perform === undefined) throw new Error(`no command is called ${command.command}`);
      const started = performance.now();
      try {
        return { ...(await perform(command)), elapsedMs: performance.now() - started };
      } catch (thrown) {
        return { error: describeError(thrown), elapsedMs: performance.now() - started };
      }
    },
    async close() {},
  };
}

async function openClient(options: Record<string, unknown>, clock: Clock): Promise<OnboardingClient> {
  const { keyForm, privateKey, clockOffsetMs = 0, ...rest } = options;
  clock.offsetMs = Number(clockOffsetMs);
  return new OnboardingClient({
    ...(rest as unknown as ClientOptions),
    privateKey: await inForm(String(privateKey), keyForm),
    now: () => Date.now() + clock.offsetMs,
  });
}

async function inForm(pem: string, form: unknown): Promise<PrivateKey> {
  if (form === undefined || form === 'pem') return pem;
  const key = createPrivateKey(pem);
  const jwk = () => key.export({ format: 'jwk' }) as RsaPrivateJwk;
  switch (form) {
    case 'pkcs1':
      return key.export({ type: 'pkcs1', format: 'pem' }).toString();
    case 'jwk':
      return jwk();
    case 'native':
      return crypto.subtle.importKey('jwk', { ...jwk() }, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, [
        'sign',
      ]);
    case 'signer':
      return (content) => sign('sha256', content, key);
    default:
      throw new Error(`no form of a key is called ${form}`);
  }
}

async function toArguments({ args }: Command): Promise<unknown[]> {
  return Promise.all(
    ((args ?? []) as unknown[]).map((one) =>
      typeof one === 'object' && one !== null && 'path' in one ? readFile(String(one.path)) : one,
    ),
  );
}

function toOptions({ abortAfterMs, ...options }: Options = {}): Options & { signal?: AbortSignal } {
  if (abortAfterMs === undefined) return options;
  return { ...options, signal: abortAfterMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(abortAfterMs) };
}

const TOLD = ['status', 'code', 'details', 'current', 'requestId', 'retryAfterMs', 'refusal', 'documentId'] as const;

function describeError(thrown: unknown): NonNullable<Reply['error']> {
  if (!(thrown instanceof Error)) return { class: 'Unknown', message: String(thrown) };
  const told = Object.fromEntries(
    TOLD.filter((name) => name in thrown).map((name) => [name, Reflect.get(thrown, name)]),
  );
  return { ...(thrown instanceof DOMException ? {} : told), class: classOf(thrown), message: thrown.message };
}

function classOf(thrown: Error): string {
  if (thrown instanceof DOMException && ['AbortError', 'TimeoutError'].includes(thrown.name)) return 'Aborted';
  return thrown instanceof TypeError || thrown instanceof PrivateKeyError ? 'UsageError' : thrown.name;
}
