// Renders the Helm chart with three sets of values, for `git diff` and for the checks of CI, which has no helm: npm run chart.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CHART, headOf, KINDS, renderingFile, valuesFile, withoutRules } from './chart/rendering.ts';

if (process.argv.includes('--help')) {
  console.log(
    'usage: npm run chart\nLints and renders deploy/helm. Needs helm 3.16 or newer; set HELM=/path/to/helm if it is not in PATH.',
  );
  process.exit(0);
}

const helm = (...parts: string[]): string => {
  try {
    return execFileSync(process.env.HELM ?? 'helm', parts, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    console.error(missing ? 'helm was not found: install it (https://helm.sh), or set HELM=/path/to/helm.' : '');
    process.exit(1);
  }
};

for (const kind of KINDS) {
  const values = ['--values', valuesFile(kind)];
  helm('lint', '--strict', '--quiet', CHART, ...values);
  const rendered = helm('template', 'onboarding', CHART, '--namespace', 'onboarding', ...values);
  writeFileSync(renderingFile(kind), `${headOf(kind)}\n${withoutRules(rendered)}`);
  console.log(`${renderingFile(kind)}: ${rendered.split(/^---$/m).length - 1} objects`);
}
