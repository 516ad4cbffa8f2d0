// Dashboards for Grafana, as code. tests/running/alerts.system.test.ts parses each expression and compares its metrics with those of
// real processes.
import { LegendDisplayMode, LegendPlacement, VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  TextBoxVariableBuilder,
  ThresholdsMode,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { DATABASE } from './dashboard-database.ts';
import { OBJECTIVES, type Panel, REQUESTS } from './dashboard-panels.ts';
import { WORK } from './dashboard-work.ts';

const LEGEND = new VizLegendOptionsBuilder()
  .showLegend(true)
  .displayMode(LegendDisplayMode.List)
  .placement(LegendPlacement.Bottom);
const SOURCE = { type: 'prometheus', uid: '$source' };

const METRIC = /\b(onboarding|process|nodejs)_[\w:]+(?:\{([^}]*)\})?/g;

/** Restricts each metric to the chosen environment and instances. Recorded rates are of all instances together. */
function chosen(expression: string): string {
  return expression.replaceAll(METRIC, (selector: string, family: string, matchers: string | undefined) => {
    const name = selector.replace(/\{.*$/, '');
    const own = [
      // Every program on Node reports these.
      ...(family === 'onboarding' ? [] : ['job=~".*onboarding.*"']),
      'environment="$environment"',
      ...(name.startsWith('onboarding_slo:') ? [] : ['instance=~"$instance"']),
    ];
    return `${name}{${[...(matchers === undefined ? [] : [matchers]), ...own].join(',')}}`;
  });
}

const linkTo = (runbook: string) =>
  new DashboardLinkBuilder(runbook).type(DashboardLinkType.Link).url(`\${docs}/runbooks/${runbook}`).targetBlank(true);

function toPanel({ title, about, runbooks, unit, show, limit }: Panel) {
  const panel = new PanelBuilder().title(title).description(about).unit(unit).links(runbooks.map(linkTo));
  panel.datasource(SOURCE).span(8).height(7).legend(LEGEND);
  for (const [legend, expression] of Object.entries(show))
    panel.withTarget(new DataqueryBuilder().expr(chosen(expression)).legendFormat(legend).refId(legend));
  if (limit !== undefined)
    panel.thresholds({
      build: () => ({
        mode: ThresholdsMode.Absolute,
        steps: [
          { value: null, color: 'green' },
          { value: limit, color: 'red' },
        ],
      }),
    });
  return panel;
}

const choiceOf = (name: string, query: string) =>
  new QueryVariableBuilder(name).datasource(SOURCE).query(query).refresh(VariableRefresh.OnTimeRangeChanged);

const VARIABLES = [
  new DatasourceVariableBuilder('source').label('Data source').type('prometheus'),
  choiceOf('environment', 'label_values(onboarding_service_ready, environment)').label('Environment'),
  choiceOf('instance', 'label_values(onboarding_service_ready{environment="$environment"}, instance)')
    .label('Instance')
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ text: 'All', value: '$__all' }),
  new TextBoxVariableBuilder('docs')
    .label("Operators' guide")
    .defaultValue('https://console.example.com/console/handbook'),
];

export function dashboardFiles(): [path: string, text: string][] {
  return [OBJECTIVES, REQUESTS, DATABASE, WORK].map(({ uid, title, rows }) => {
    const dashboard = new DashboardBuilder(title)
      .uid(uid)
      .tags(['onboarding'])
      .refresh('30s')
      .time({ from: 'now-6h', to: 'now' })
      .timezone('utc');
    for (const variable of VARIABLES) dashboard.withVariable(variable);
    for (const [name, panels] of Object.entries(rows)) {
      dashboard.withRow(new RowBuilder(name));
      for (const panel of panels) dashboard.withPanel(toPanel(panel));
    }
    return [`deploy/grafana/${uid.replace('onboarding-', '')}.json`, `${JSON.stringify(dashboard.build(), null, 2)}\n`];
  });
}
