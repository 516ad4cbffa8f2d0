// Webhooks under load: `npm run bench -- deliveries [drain] [latency] [fairness] [replay] [backlog]`, all by default.
import { benchBacklog } from './deliveries-backlog.ts';
import { benchDrain } from './deliveries-drain.ts';
import { benchFairness } from './deliveries-fairness.ts';
import { benchLatency } from './deliveries-latency.ts';
import { benchReplay } from './deliveries-replay.ts';
import { type Finding, printFindings } from './deliveries-report.ts';
import { openScene, type Scene } from './deliveries-scene.ts';

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
