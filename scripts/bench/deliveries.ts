// Webhooks under load: `npm run bench -- deliveries [drain] [latency] [fairness] [replay] [backlog]`, all by default.
import { benchBacklog } from './deliveries-backlog.ts';
import { benchDrain } from './deliveries-drain.ts';
import { benchFairness } from './deliveries-fairness.ts';
import { withLive } from './deliveries-live.ts';
import { benchReplay } from './deliveries-replay.ts';
import { type Finding, ms, printFindings } from './deliveries-report.ts';
import { HEALTHY, hostsOf, makeEndpoints, openScene, type Scene } from './deliveries-scene.ts';
import { SCALE } from './load.ts';

// Time from commit to receiver, at several rates.

const SECONDS = 20 * SCALE;
const RATES = [200, 500, 1_000] as const;
const GOAL_RATE = 500;
const GOAL_MS = 50;

async function benchLatency(scene: Scene): Promise<Finding[]> {
  const database = await scene.makeDatabase('latency');
  const partnerIds = await makeEndpoints(database, hostsOf('h', HEALTHY));
  return withLive(scene, database, async (live) => {
    const findings: Finding[] = [];
    console.log('latency: warming up');
    await live.run({ perSecond: 300, seconds: 15 * SCALE, partnerIds });
    for (const perSecond of RATES) {
      const result = await live.run({ perSecond, seconds: SECONDS, partnerIds });
      const text = `p50 ${ms(result.p50)}, p95 ${ms(result.p95)}, p99 ${ms(result.p99)}`;
      console.log(`latency at ${perSecond}/s (committed ${result.perSecond.toFixed(0)}/s): ${text}`);
      const goal = perSecond === GOAL_RATE ? `p95 under ${GOAL_MS} ms` : '';
      const met = perSecond !== GOAL_RATE || result.p95 < GOAL_MS;
      findings.push({ what: `latency at ${perSecond}/s`, figure: text, baseline: '', goal, met });
    }
    return findings;
  });
}

const PARTS: Record<string, (scene: Scene) => Promise<Finding[]>> = {
  drain: benchDrain,
  latency: benchLatency,
  fairness: benchFairness,
  replay: benchReplay,
  backlog: benchBacklog,
};

export async function benchDeliveries(chosen: string[]): Promise<void> {
  const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  const findings: Finding[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    // Each on a separate server, so that none is affected by another's remains.
    const scene = await openScene();
    try {
      findings.push(...(await measure(scene)));
    } finally {
      await scene.stop();
    }
  }
  printFindings(findings);
}
