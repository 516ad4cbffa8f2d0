// Benchmarks: `npm run bench -- create | deliveries | end-to-end | growth | list | mix | portal | quickstart | reviews | sdk |
// token | uploads | scale`. All except growth and quickstart compare two things in one run, because machines differ and are
// noisy.
import { mkdirSync } from 'node:fs';
import { benchDeliveries } from './bench/deliveries.ts';
import { benchEndToEnd } from './bench/end-to-end.ts';
import { benchGrowth } from './bench/growth.ts';
import { benchPortal } from './bench/portal.ts';
import { benchQuickstart } from './bench/quickstart.ts';
import { benchReviews } from './bench/reviews.ts';
import { benchList, benchScale } from './bench/scale.ts';
import { benchSdk } from './bench/sdk.ts';
import { benchToken } from './bench/token.ts';
import { benchUploads } from './bench/uploads.ts';
import { benchCreate, benchMix } from './bench/versus-postgres.ts';

const BENCHES: Record<string, { run: (parts: string[]) => Promise<void>; what: string }> = {
  create: {
    run: benchCreate,
    what: 'creates per second with one API process, compared with PostgreSQL alone (about three minutes)',
  },
  deliveries: {
    run: benchDeliveries,
    what: 'webhook deliveries per second, latency and fairness, also during a replay and with a backlog (about 15 minutes; to run only some, name them: drain latency fairness replay backlog)',
  },
  'end-to-end': {
    run: benchEndToEnd,
    what: 'CPU of an update and of a create from the request to the recorded delivery, compared with the least that they can cost; "statements" adds what each statement costs PostgreSQL (about six minutes)',
  },
  growth: {
    run: benchGrowth,
    what: 'bytes per business, per delivery and per other growing record, and the total for a year; optional argument: the number of businesses, 20000 by default (about two minutes)',
  },
  list: {
    run: benchList,
    what: 'p95 of the list and its filters for a partner with 10 thousand and with 2 million customers (about 10 minutes)',
  },
  mix: {
    run: benchMix,
    what: 'reads, lists, updates and creates together, compared with PostgreSQL alone (about four minutes)',
  },
  portal: {
    run: benchPortal,
    what: 'the main pages of the portal for a partner with 10 thousand customers and with 2 million customers and 1 million deliveries: first content in a browser, and the ratio of the server parts (half an hour to an hour, 10 GB of disk)',
  },
  quickstart: {
    run: benchQuickstart,
    what: 'seconds until each step of docs/quickstart.md, for each of its variants; "scratch" starts with a fresh clone (about three minutes; scratch six)',
  },
  reviews: {
    run: benchReviews,
    what: 'p95 of claiming the next package and of loading one, with 1 thousand and with 500 thousand waiting; optional argument: another number instead of 500000 (about 10 minutes, 5 GB of disk)',
  },
  sdk: {
    run: benchSdk,
    what: 'what the TypeScript SDK adds to the latency of a bare fetch (about two minutes)',
  },
  token: {
    run: benchToken,
    what: 'tokens per second with two identity processes, compared with the signatures alone (about two minutes)',
  },
  uploads: {
    run: benchUploads,
    what: 'uploads per second through our links, compared with the same PUTs without them; optional argument: the number of uploads, 1000 by default (about five minutes)',
  },
  scale: {
    run: benchScale,
    what: 'p95 with 10 thousand and with 2 million customers stored (about 15 minutes, 10 GB of disk)',
  },
};

const bench = BENCHES[process.argv[2] ?? ''];
if (bench === undefined) {
  console.log(
    `usage: npm run bench -- NAME   (BENCH_SCALE=0.1 npm run bench -- NAME: a short trial run)\n${Object.entries(
      BENCHES,
    )
      .map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)
      .join('\n')}`,
  );
  process.exit(process.argv[2] === '--help' ? 0 : 1);
}
mkdirSync('.test', { recursive: true });
await bench.run(process.argv.slice(3));
