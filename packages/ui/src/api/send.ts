// Sends one request to the site's own API. Never retries a write, because it may have arrived; the person can check.
import { ApiFailure } from './failure.ts';
import { announce } from './notices.ts';
import { addressOf, type Operation, type Sent } from './operation.ts';

export interface SendOptions {
  /** Sent by a timer, not by the person: does not extend the session. */
  background?: boolean;
  signal?: AbortSignal;
  /** Sent even if the page is being closed. */
  keepalive?: boolean;
}

export async function send(operation: Operation, input: Sent, options: SendOptions = {}): Promise<unknown> {
  const { background = false, signal, keepalive = false } = options;
  const response = await request(addressOf(operation, input), {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...(operation.method === 'GET' ? {} : { 'x-csrf': '1' }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(background ? { 'x-background': '1' } : {}),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(signal === undefined ? {} : { signal }),
    keepalive,
    background,
  });
  const answer = await readAnswer(response);
  if (answer.isSuccess) return answer.value;
  throw refusedBy(response, answer);
}

/** The failure that an unsuccessful response describes. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const answer = await readAnswer(response);
  return answer.isSuccess ? unreadable(response) : refusedBy(response, answer);
}

function refusedBy({ status }: Response, { error }: Refused): ApiFailure {
  const { code, description, details, requestId } = error;
  if (status === 401) announce({ kind: 'signed-out' });
  if (code === 'Session.StepUpRequired') announce({ kind: 'step-up' });
  return new ApiFailure({ status, code, message: description, details, requestId });
}

interface Refused {
  isSuccess: false;
  error: { code: ApiFailure['code']; description: string; details?: ApiFailure['details']; requestId?: string };
}

type Answer = { isSuccess: true; value: unknown } | Refused;

/** Sends the request, and announces what the response says about the session and the site. */
export async function request(
  address: string,
  { background = false, ...init }: RequestInit & Pick<SendOptions, 'background'>,
): Promise<Response> {
  const response = await fetched(address, init);
  if (!background) announce({ kind: 'used' });
  const build = response.headers.get('x-build');
  if (build !== null) announce({ kind: 'build', build });
  return response;
}

async function fetched(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', redirect: 'error' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

export function unreachable(): ApiFailure {
  const message = 'The service could not be reached. Check your connection, then try again.';
  return new ApiFailure({ status: 0, code: 'Network.Unreachable', message });
}

async function readAnswer(response: Response): Promise<Answer> {
  try {
    const answer: Answer = await response.json();
    if (typeof answer.isSuccess === 'boolean') return answer;
  } catch {
    // Falls through to the failure below.
  }
  throw unreadable(response);
}

export function unreadable({ status, headers }: Response): ApiFailure {
  const requestId = headers.get('x-request-id') ?? undefined;
  const message = 'This page could not read the response from the service. Try again in a moment.';
  return new ApiFailure({ status, code: 'Network.Unreadable', message, requestId });
}
