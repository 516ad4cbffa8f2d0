import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chartVersion, refuseSameChart, withAppVersion } from './chart-manifest.ts';
import { ReleaseRefused } from './plan.ts';

test('the packed chart installs the image of the release, and keeps its own version', () => {
  const committed = readFileSync('deploy/helm/onboarding/Chart.yaml', 'utf8');
  const packed = withAppVersion(committed, '999.0.0');
  expect(packed).toMatch(/^appVersion: 999\.0\.0$/m);
  expect(chartVersion(packed)).toBe(chartVersion(committed));
  expect(chartVersion(packed)).toMatch(/^\d+\.\d+\.\d+$/);
});

test('a release is refused if the chart has the version of the last release', () => {
  const last = { tag: 'v0.1.0', manifest: 'name: onboarding\nversion: 1.2.0\nappVersion: 0.1.0\n' };
  expect(() => refuseSameChart('version: 1.2.0\n', last)).toThrow(ReleaseRefused);
  expect(() => refuseSameChart('version: 1.2.1\n', last)).not.toThrow();
  expect(() => refuseSameChart('version: 1.2.0\n', undefined)).not.toThrow();
});
