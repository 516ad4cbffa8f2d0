// Time from commit to receiver, at several rates.
import { withLive } from './deliveries-live.ts';
import { type Finding, ms } from './deliveries-report.ts';
import { HEALTHY, hostsOf, makeEndpoints, type Scene } from './deliveries-scene.ts';
import { SCALE } from './load.ts';

const SECONDS = 20 * SCALE;
const RATES = [200, 500, 1_000] as const;
const GOAL_RATE = 500;
const GOAL_MS = 50;

export async function benchLatency(scene: Scene): Promise<Finding[]> {
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
