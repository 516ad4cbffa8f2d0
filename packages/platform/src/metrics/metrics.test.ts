import { expect, test } from 'vitest';
import { Counter, createMetrics, Histogram, withOldNames } from './index.ts';

const labels = 'service="api",environment="sandbox"';

test('every series names its service and its environment, and those of ours begin with onboarding_', async () => {
  const text = await createMetrics('api', 'sandbox').metrics();
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(series.length).toBeGreaterThan(20);
  expect(series.filter((line) => !line.includes(labels))).toEqual([]);
  const ours = series.filter((line) => !/^(process|nodejs)_/.test(line));
  expect(ours.map((line) => line.split('{')[0])).toEqual(['onboarding_build_info']);
});

test('each metric of ours is also reported under its old name, in the same form, and no other metric is', async () => {
  const registry = createMetrics('api', 'sandbox');
  new Counter({
    name: 'onboarding_things_total',
    help: 'Not onboarding_others_total',
    labelNames: ['what'],
    registers: [registry],
  }).inc({ what: 'onboarding_x' }, 2);
  new Histogram({ name: 'onboarding_wait_seconds', help: 'x', buckets: [1], registers: [registry] }).observe(3);
  const text = await registry.metrics();
  const both = withOldNames(text);
  expect(both.startsWith(text.trimEnd())).toBe(true);
  expect(both.slice(text.trimEnd().length).replace(/^build_info.*$/m, 'build_info')).toBe(`
# HELP build_info Always 1; the labels identify the running build
# TYPE build_info gauge
build_info
# HELP things_total Not onboarding_others_total
# TYPE things_total counter
things_total{what="onboarding_x",${labels}} 2
# HELP wait_seconds x
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1",${labels}} 0
wait_seconds_bucket{le="+Inf",${labels}} 1
wait_seconds_sum{${labels}} 3
wait_seconds_count{${labels}} 1
`);
});
