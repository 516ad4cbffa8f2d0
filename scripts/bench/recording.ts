// Records the statements of requests and how they are pipelined, so that they can be replayed without the API.
import { type Db, type Tx, toQuery } from '@onboarding/platform/postgres';
import type pg from 'pg';

interface SentStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** One transaction: groups of statements, each group sent without waiting for responses in between. */
export interface RecordedTransaction {
  readOnly: boolean;
  groups: SentStatement[][];
}

export function recordingDb(db: Db, recorded: RecordedTransaction[]): Db {
  return {
    transaction(work, choice) {
      const groups: SentStatement[][] = [];
      let underWay = 0;
      function note(sent: SentStatement): void {
        if (underWay === 0) groups.push([]);
        underWay++;
        groups.at(-1)?.push(sent);
      }
      return db.transaction((tx, attempt) => {
        const noting: Tx = {
          rows(statement, values) {
            note(toQuery(statement, values));
            return tx.rows(statement, values).finally(() => underWay--);
          },
          foreign(name, text, values) {
            note({ name: '', text, values: [...values] });
            return tx.foreign(name, text, values).finally(() => underWay--);
          },
        };
        return work(noting, attempt).finally(() => recorded.push({ readOnly: choice?.readOnly === true, groups }));
      }, choice);
    },
    close: () => db.close(),
  };
}

export async function replay(client: pg.Client, { readOnly, groups }: RecordedTransaction): Promise<void> {
  const [first = [], ...others] = groups;
  await Promise.all([client.query(readOnly ? 'begin read only' : 'begin'), ...first.map((sent) => client.query(sent))]);
  for (const group of others) await Promise.all(group.map((sent) => client.query(sent)));
  await client.query('commit');
}
