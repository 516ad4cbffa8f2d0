// A client that controls how much of a response it reads, and when it disconnects.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Arriving {
  status: number;
  headers: IncomingHttpHeaders;
  response: IncomingMessage;
  /** All that arrives, and whether the response was complete. */
  rest(): Promise<{ bytes: Buffer; isWhole: boolean }>;
  /** Disconnects, whatever has arrived. */
  leave(): void;
}

export interface Asking {
  /** Resolves with the head of the response; fails if the connection breaks before. */
  arriving: Promise<Arriving>;
  leave(): void;
}

export function ask(url: string, headers: Record<string, string>, method = 'GET'): Asking {
  const asked = request(url, { method, headers, agent: false });
  const leave = () => void asked.destroy();
  const arriving = once(asked, 'response').then(([response]: IncomingMessage[]): Arriving => {
    if (response === undefined) throw new Error('There is no response');
    const parts: Buffer[] = [];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      response,
      async rest() {
        response.on('data', (part: Buffer) => parts.push(part));
        const isWhole = await once(response, 'end').then(
          () => response.complete,
          () => false,
        );
        return { bytes: Buffer.concat(parts), isWhole };
      },
      leave,
    };
  });
  asked.end();
  // A caller that disconnects does not await it.
  arriving.catch(() => {});
  asked.on('error', () => {});
  return { arriving, leave };
}
