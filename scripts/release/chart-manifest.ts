// The versions in the Chart.yaml of a release. Pure.
import { ReleaseRefused } from './plan.ts';

export const chartVersion = (manifest: string): string => /^version: (\S+)$/m.exec(manifest)?.[1] ?? '';

export const withAppVersion = (manifest: string, version: string): string =>
  manifest.replace(/^appVersion: .*$/m, `appVersion: ${version}`);

/** Two archives with the same name must not differ, and every release has its own image. */
export function refuseSameChart(manifest: string, last: { tag: string; manifest: string } | undefined): void {
  const version = chartVersion(manifest);
  if (last === undefined || version !== chartVersion(last.manifest)) return;
  throw new ReleaseRefused(
    `The chart is still version ${version}, as in ${last.tag}: set a higher one in its Chart.yaml, and run npm run chart.`,
  );
}
