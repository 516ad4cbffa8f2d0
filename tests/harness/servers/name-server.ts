// A real name server on loopback, over UDP, whose answers a test controls.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { type Answer, decode, encode, type Question } from 'dns-packet';

/** The addresses of a name, or another name as its alias; or that the server fails for it, or does not answer. Evaluated for every question. */
export type NameAnswer = readonly string[] | 'fails' | 'is silent' | ((question: Question) => readonly string[]);

export interface NameServer {
  /** For a guard or for WEBHOOK_DNS_SERVERS. */
  address: string;
  /** Its names; any other name does not exist. */
  names: Map<string, NameAnswer>;
  questions: Question[];
  /** From now on it does not answer. */
  silence(silent: boolean): void;
  close(): Promise<void>;
}

const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

export async function startNameServer(
  known: Record<string, NameAnswer> = {},
  port = 0,
  ttl = 300,
): Promise<NameServer> {
  const names = new Map(Object.entries(known));
  const questions: Question[] = [];
  let silent = false;
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id = 0, questions: [question] = [] } = decode(message);
    if (question === undefined) return;
    questions.push(question);
    const known = names.get(question.name.toLowerCase());
    if (silent || known === 'is silent') return;
    reply(id, question, from, known);
  });

  function reply(
    id: number,
    question: Question,
    from: RemoteInfo,
    known: Exclude<NameAnswer, 'is silent'> | undefined,
  ) {
    const code = known === undefined ? NO_SUCH_NAME : known === 'fails' ? SERVER_FAILURE : 0;
    const answers = answersTo(question, question.name, known === 'fails' ? [] : (known ?? []));
    // Recursion available, as on a resolver; the last four bits are the response code.
    socket.send(
      encode({ type: 'response', id, flags: 0x180 | code, questions: [question], answers }),
      from.port,
      from.address,
    );
  }

  /** As a resolver does: an alias, followed by its addresses. */
  function answersTo(question: Question, name: string, known: Exclude<NameAnswer, string>): Answer[] {
    return (typeof known === 'function' ? known(question) : known).flatMap((data): Answer[] => {
      if (isIP(data) === 0) {
        const next = names.get(data) ?? [];
        return [
          { type: 'CNAME', name, ttl, data },
          ...(typeof next === 'string' ? [] : answersTo(question, data, next)),
        ];
      }
      const type = data.includes(':') ? 'AAAA' : 'A';
      return type === question.type ? [{ type, name, ttl, data }] : [];
    });
  }

  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    questions,
    silence(now) {
      silent = now;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
