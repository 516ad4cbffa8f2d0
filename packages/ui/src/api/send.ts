// One request of the site to its own API. Never repeats a write: whether one arrived is for the person to look up.
import { ApiFailure } from './failure.ts';
import { announce } from './notices.ts';
import { addressOf, type Operation, type Sent } from './operation.ts';

export interface SendOptions {
  /** Sent by a timer rather than by the person: does not keep the session alive. */
  background?: boolean;
  signal?: AbortSignal;
}

export async function send(operation: Operation, input: Sent, options: SendOptions = {}): Promise<unknown> {
  const { background = false, signal } = options;
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
  });
  if (!background) announce({ kind: 'used' });
  const build = response.headers.get('x-build');
  if (build !== null) announce({ kind: 'build', build });
  const answer = await readAnswer(response);
  if (answer.isSuccess) return answer.value;
  const { code, description, details, requestId } = answer.error;
  const failure = new ApiFailure({ status: response.status, code, message: description, details, requestId });
  if (response.status === 401) announce({ kind: 'signed-out' });
  if (code === 'Session.StepUpRequired') announce({ kind: 'step-up' });
  throw failure;
}

type Answer =
  | { isSuccess: true; value: unknown }
  | {
      isSuccess: false;
      error: { code: ApiFailure['code']; description: string; details?: ApiFailure['details']; requestId?: string };
    };

async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', redirect: 'error' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const message = 'The service could not be reached. Check your connection, then try again.';
    throw new ApiFailure({ status: 0, code: 'Network.Unreachable', message });
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  try {
    const answer: Answer = await response.json();
    if (typeof answer.isSuccess === 'boolean') return answer;
  } catch {
    // Falls through to the failure below.
  }
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const message = 'This page could not read the response from the service. Try again in a moment.';
  throw new ApiFailure({ status: response.status, code: 'Network.Unreadable', message, requestId });
}
