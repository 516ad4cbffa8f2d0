import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { DOCUMENTS } from '../../apps/api/src/docs/documents.ts';
import { CHART, headOf, KINDS, type Kind, renderingFile, valuesFile } from '../../scripts/chart/rendering.ts';
import { pythonTools } from '../../scripts/openapi-tools.ts';

/** The oldest version that the chart allows, and the newest with available schemas. */
const KUBERNETES = ['1.29', '1.37'];

interface Container {
  name: string;
  env: { name: string; value: string }[];
  securityContext: unknown;
  [probe: string]: unknown;
}
interface Pod {
  containers: [Container];
  securityContext: { runAsNonRoot: boolean; seccompProfile: unknown };
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  volumes?: { secret?: { secretName: string; items: { key: string }[] } }[];
}
interface Rendered {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: {
    template?: { spec: Pod };
    containers?: Pod['containers'];
    rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[];
  };
}
interface HttpRoute {
  hostnames: [string];
  rules: { matches: { path: { type: string; value: string } }[] }[];
}

const RENDERED = new Map(
  KINDS.map((kind): [Kind, Rendered[]] => [
    kind,
    parseAllDocuments(readFileSync(renderingFile(kind), 'utf8')).map((document) => document.toJS()),
  ]),
);
const objectsOf = (kind: Kind): Rendered[] => RENDERED.get(kind) ?? [];
/** The specifications of the objects of a kind, for kinds whose shape a test knows. */
const specsOf = <Spec>(rendering: Kind, kind: string): Spec[] =>
  objectsOf(rendering).flatMap((object) => (object.kind === kind ? [object.spec as unknown as Spec] : []));
const podsOf = (kind: Kind) =>
  objectsOf(kind).flatMap(({ metadata, spec }) => {
    const pod = spec?.template?.spec ?? (spec?.containers === undefined ? undefined : (spec as unknown as Pod));
    return pod === undefined ? [] : [{ name: metadata.name, pod }];
  });

test.each(KINDS)('the committed %s rendering is up to date with the chart and its values', (kind) => {
  const [head] = readFileSync(renderingFile(kind), 'utf8').split('\n', 1);
  expect(head, 'run npm run chart (it needs helm), review the difference and commit it').toBe(headOf(kind));
});

test('the renderings are valid against the Kubernetes API', async () => {
  const versions = KUBERNETES.flatMap((version) => ['-k', version]);
  const parameters = ['-m', 'kubernetes_validate', ...versions, '--strict', '--quiet', ...KINDS.map(renderingFile)];
  const { stdout } = await promisify(execFile)(await pythonTools(), parameters).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`, { cause: error });
  });
  // Operators and the Gateway API define their own kinds, for which there are no schemas here.
  const unknown = stdout
    .split('\n')
    .filter(
      (line) =>
        line !== '' && !/find schema for kind (ServiceMonitor|PrometheusRule|HTTPRoute|ExternalSecret) /.test(line),
    );
  expect(unknown).toEqual([]);
});

test.each(KINDS)(
  'no pod of the %s rendering runs as root, can write to its image, or has capabilities or a service account token',
  (kind) => {
    const pods = podsOf(kind);
    expect(pods.length).toBeGreaterThanOrEqual(4);
    for (const { name, pod } of pods) {
      expect(pod, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
    }
  },
);

test.each(KINDS)('every pod of the %s rendering has probes and enough time to drain before it is killed', (kind) => {
  for (const { name, pod } of podsOf(kind)) {
    if (/-(migrate|test)$/.test(name)) continue;
    const [container] = pod.containers;
    expect(container, name).toMatchObject({
      startupProbe: { httpGet: { path: '/health/live' } },
      livenessProbe: { httpGet: { path: '/health/live' } },
      readinessProbe: { httpGet: { path: '/health/accepting' } },
    });
    const drain = container.env.find((variable) => variable.name === 'DRAIN_SECONDS');
    expect(pod.terminationGracePeriodSeconds, name).toBeGreaterThan(Number(drain?.value) + 25);
  }
});

test.each(KINDS)('an API pod of the %s rendering can invite the first operator as its notes say', (kind) => {
  const api = podsOf(kind).find(({ name }) => name === 'onboarding-api')?.pod.containers[0].env ?? [];
  expect(api).toContainEqual({ name: 'ISSUER', value: 'https://id.example.com' });
  const names = api.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['KEY_RING_FILE', 'OPERATIONS_DATABASE_URL_FILE']));
  const command = /-- (\/usr.*? ctl) \\\n *(--operator "\$USER" staff invite --role operator) /;
  const told = [`${CHART}/templates/NOTES.txt`, 'docs/kubernetes.md'].map((file) =>
    command.exec(readFileSync(file, 'utf8')),
  );
  expect(told[0]?.slice(1)).toEqual(told[1]?.slice(1));
  expect(told[0]).not.toBeNull();
});

test.each(KINDS)('the workers of the %s rendering cover every role', (kind) => {
  const workers = podsOf(kind).filter(({ name }) => name.includes('-worker'));
  const roles = workers.flatMap(
    ({ pod }) => pod.containers[0].env.find(({ name }) => name === 'WORKER_ROLES')?.value.split(',') ?? ['all'],
  );
  expect(roles.sort()).toEqual(
    kind === 'large' ? ['documents', 'housekeeping', 'mail', 'reviews', 'screening', 'webhooks'] : ['all'],
  );
});

/** Where the callers of each document's API are. */
const HOSTS = { partner: 'api', sandbox: 'api', dashboard: 'portal', compliance: 'console', operations: 'console' };
const pathsOf = (slug: keyof typeof HOSTS) =>
  Object.keys(DOCUMENTS.find((document) => document.slug === slug)?.create().paths ?? {});

interface Exposed {
  host: string;
  path: string;
  prefix: boolean;
}
const byIngress = (): Exposed[] =>
  (objectsOf('minimal').find(({ kind }) => kind === 'Ingress')?.spec.rules ?? []).flatMap(({ host, http }) =>
    http.paths.map(({ path, pathType }) => ({ host, path, prefix: pathType === 'Prefix' })),
  );
const byGateway = (): Exposed[] =>
  specsOf<HttpRoute>('large', 'HTTPRoute').flatMap(({ hostnames: [host], rules }) =>
    rules.flatMap(({ matches }) =>
      matches.map(({ path: { type, value } }) => ({ host, path: value, prefix: type === 'PathPrefix' })),
    ),
  );

test.each([
  ['Ingress', byIngress],
  ['Gateway', byGateway],
])('the %s exposes each API route only at the host of its callers, and internal routes nowhere', (_, exposed) => {
  const hostsOf = (route: string): string[] => [
    ...new Set(
      exposed()
        .filter(({ path, prefix }) => route === path || (prefix && route.startsWith(`${path}/`)))
        .map(({ host }) => host.replace('.example.com', ''))
        .sort(),
    ),
  ];
  const seen = Object.fromEntries(
    DOCUMENTS.map(({ slug }) => {
      const paths = pathsOf(slug);
      expect(paths.length).toBeGreaterThan(0);
      // Sessions of both realms are described in one document.
      const elsewhere = paths.filter(
        (path) => !hostsOf(path).includes(path.startsWith('/api/session/staff') ? 'console' : HOSTS[slug]),
      );
      return [slug, elsewhere];
    }),
  );
  expect(Object.values(seen).flat()).toEqual([]);
  expect(
    pathsOf('compliance')
      .flatMap(hostsOf)
      .filter((host) => host !== 'console' && host !== 'portal'),
  ).toEqual([]);
  for (const inside of ['/health/live', '/health/ready', '/health/accepting', '/metrics', '/api/storage/v1/events'])
    expect(hostsOf(inside)).toEqual([]);
  expect(hostsOf('/')).toEqual(['console', 'portal']);
});

test.each(KINDS)('no NetworkPolicy of the %s rendering allows any address on 443', (kind) => {
  interface Policy {
    egress: { ports: { port: number }[]; to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[];
  }
  const rules = specsOf<Policy>(kind, 'NetworkPolicy')
    .flatMap(({ egress }) => egress)
    .filter(({ ports }) => ports.some(({ port }) => port === 443));
  expect(rules.length).toBeGreaterThanOrEqual(3);
  for (const { to } of rules) {
    expect(to?.length).toBeGreaterThan(0);
    for (const { ipBlock } of to ?? [])
      if (/\/0$/.test(ipBlock?.cidr ?? '')) expect(ipBlock?.except?.length).toBeGreaterThanOrEqual(3);
  }
});

test('every secret that a pod reads is in the ExternalSecret of its name', () => {
  const created = new Map(
    specsOf<{ target: { name: string }; data: { secretKey: string }[] }>('large', 'ExternalSecret').map(
      ({ target, data }) => [target.name, data.map(({ secretKey }) => secretKey)],
    ),
  );
  const mounted = podsOf('large').flatMap(({ pod }) =>
    (pod.volumes ?? []).flatMap(({ secret }) =>
      secret === undefined ? [] : secret.items.map(({ key }) => [secret.secretName, key] as const),
    ),
  );
  expect(mounted.length).toBeGreaterThan(10);
  expect(mounted.filter(([name, key]) => !created.get(name)?.includes(key))).toEqual([]);
});

test('autoscaling by the age of waiting work uses documented metrics, each for the group that has the role', () => {
  interface Autoscaler {
    scaleTargetRef: { name: string };
    metrics: { external?: { metric: { name: string; selector: unknown }; target: { value: string } } }[];
  }
  const ages = specsOf<Autoscaler>('large', 'HorizontalPodAutoscaler').flatMap(({ scaleTargetRef, metrics }) =>
    metrics.flatMap(({ external }) =>
      external === undefined ? [] : [[scaleTargetRef.name, external.metric, external.target.value]],
    ),
  );
  const selector = { matchLabels: { environment: 'production' } };
  expect(ages).toEqual([
    ['onboarding-worker-webhooks', { name: 'onboarding_event_outbox_oldest_seconds', selector }, '30'],
  ]);
  const named = [...readFileSync(`${CHART}/templates/_service.tpl`, 'utf8').matchAll(/"(\w+_seconds)"/g)].map(
    ([, name]) => name,
  );
  expect(named).toHaveLength(4);
  const page = readFileSync('docs/watching.md', 'utf8');
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the alerts of the chart are those of deploy/prometheus', () => {
  const alerts = readFileSync('deploy/prometheus/rules.yml', 'utf8');
  expect(readFileSync(`${CHART}/files/rules.yml`, 'utf8')).toBe(alerts);
  expect(readFileSync(`${CHART}/templates/monitoring.yaml`, 'utf8')).toContain('.Files.Get "files/rules.yml"');
  // Replaced by the address of the release's console.
  expect(readFileSync(`${CHART}/templates/monitoring.yaml`, 'utf8')).toContain(
    'replace "https://console.example.com/"',
  );
  expect(alerts).toContain('runbook_url: https://console.example.com/');
  expect(parse(alerts)).toEqual({ groups: expect.any(Array) });
});

test('the schema rejects values with an unknown name or a wrong type or range', () => {
  const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(
    JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')),
  );
  const faultsOf = (values: unknown) =>
    validate(values) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
  for (const file of [`${CHART}/values.yaml`, ...KINDS.map(valuesFile)])
    expect(faultsOf(parse(readFileSync(file, 'utf8'))), file).toEqual([]);
  expect(faultsOf({ replicaCount: 3 })).toEqual(['']);
  expect(faultsOf({ api: { replicas: -1 } })).toEqual(['/api/replicas']);
  expect(faultsOf({ worker: { groups: [{ name: 'mail', roles: ['mails'] }] } })).toEqual(['/worker/groups/0/roles/0']);
  expect(faultsOf({ config: { s3_bucket: 'documents' } })).not.toEqual([]);
  expect(faultsOf({ environment: 'prod' })).toEqual(['/environment']);
});

test("the chart's README documents every value", () => {
  const page = readFileSync(`${CHART}/README.md`, 'utf8');
  const named = Object.entries(parse(readFileSync(`${CHART}/values.yaml`, 'utf8'))).flatMap(([name, value]) =>
    ['api', 'identity', 'worker', 'migrate'].includes(name) ||
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    Object.keys(value).length === 0
      ? [name]
      : Object.keys(value).map((inner) => `${name}.${inner}`),
  );
  expect(named.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name}.`))).toEqual([]);
});
