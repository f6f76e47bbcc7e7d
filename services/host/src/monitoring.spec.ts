import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requestClasses } from '@lead-finder/gateway';
import { Database, Metrics, openLogger, Readiness } from '@lead-finder/platform';
import { promtoolPath, runFolder } from '@lead-finder/testing';
import { DataSource } from 'typeorm';
import { parse } from 'yaml';
import { services } from './roles.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const component = path.join(root, 'k8s/components/monitoring');
const read = (name: string) => readFileSync(path.join(component, name), 'utf8');
const runbook = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook_url: string };
}
interface Dashboard {
  templating: { list: { query: string | { query: string } }[] };
  panels: { title: string; targets: { expr: string }[] }[];
}
interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

const { spec } = parse(read('rules.yaml')) as { spec: { groups: { rules: Rule[] }[] } };
const rules = spec.groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []).sort();
const dashboards = ['on-call.json', 'capacity.json'].map((name) => JSON.parse(read(name)) as Dashboard);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The metrics of others. docs/operations.md names each exporter. */
const exporters = {
  Prometheus: ['ALERTS'],
  'blackbox exporter': ['probe_success', 'probe_ssl_earliest_cert_expiry'],
  'cert-manager': ['certmanager_certificate_expiration_timestamp_seconds'],
  'NATS exporter': ['nats_varz_jetstream_stats_storage', 'nats_varz_jetstream_config_max_storage'],
  CloudNativePG: [
    'cnpg_collector_last_available_backup_timestamp',
    'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
  ],
};

async function productMetrics(): Promise<{ names: Set<string>; buckets: string[] }> {
  const metrics = new Metrics(openLogger('silent'));
  const database = new Database(new DataSource({ type: 'postgres' }));
  for (const load of Object.values(services)) {
    const { name, measures } = await load();
    metrics.watchService(name, database, measures);
  }
  metrics.watchQueues({ depths: async () => [] });
  metrics.watchRoles([], new Readiness(() => []));
  metrics.observeRequest({ method: 'GET', route: '/', class: 'list', status: '200' }, 1);
  const names = metrics.registry
    .getMetricsAsArray()
    .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);
  const requests = await metrics.registry.getSingleMetricAsString('http_request_duration_seconds');
  return { names: new Set(names), buckets: [...requests.matchAll(/le="([^"]+)"/g)].map(([, bound]) => bound!) };
}

/** Returns the metrics of an expression: its words without labels, ranges, groupings, functions and keywords. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/label_values\((.*),.*\)/, '$1')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/[a-zA-Z_][\w:]*(?![\w:]*\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'unless', 'bool', 'offset'].includes(word));
}

/** Returns the values that the selectors of all rules and panels give a label. */
const valuesOf = (label: string) =>
  [...rules.map(({ expr }) => expr), ...queries]
    .flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}[!=]~?"([^"]+)"`, 'g'))])
    .flatMap(([, values]) => values!.split('|'));

const folder = runFolder('monitoring-spec');
const promtool = async (...args: string[]) =>
  (await promisify(execFile)(await promtoolPath(), args, { cwd: folder })).stdout;

beforeAll(() => mkdirSync(folder, { recursive: true }));

describe('the alert rules', () => {
  it('are a rule file without their first lines, and fire at the right time', async () => {
    const command = /^(sed .*rules\.yaml) > (\S+)$/m.exec(runbook)!;
    const { stdout: plain } = await promisify(execFile)('sh', ['-c', command[1]!], { cwd: root });
    writeFileSync(path.join(folder, 'rules.yaml'), plain);
    cpSync(path.join(component, 'rules.test.yaml'), path.join(folder, 'rules.test.yaml'));
    await promtool('check', 'rules', 'rules.yaml');
    expect(await promtool('test', 'rules', 'rules.test.yaml')).toContain('SUCCESS');
  }, 180_000);

  it('each have a test in which they fire', () => {
    const { tests } = parse(read('rules.test.yaml')) as { tests: RuleTest[] };
    const fired = tests.flatMap((test) => test.alert_rule_test).filter((each) => each.exp_alerts.length > 0);
    expect([...new Set(fired.map((each) => each.alertname))].sort()).toEqual(alerts);
  });

  it('distinguish environments, and link the section of the runbook on each alert', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, expr]).toEqual([alert, expect.stringContaining('namespace')]);
      if (!alert) continue;
      expect(['page', 'ticket']).toContain(labels!.severity);
      expect(annotations!.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
    const chapter = /^## Alerts$([^]*?)(?=^## |$(?![^]))/m.exec(runbook)![1]!;
    const sections = [...chapter.matchAll(/^### (\w+)$\s+^\((page|ticket)\)/gm)].map(([, name, severity]) => [
      name,
      severity,
    ]);
    expect(sections.sort()).toEqual(
      rules
        .filter(({ alert }) => alert)
        .map(({ alert, labels }) => [alert, labels!.severity])
        .sort(),
    );
  });
});

describe('rules and dashboards', () => {
  it('use metrics that the product, a recording rule or a named exporter has', async () => {
    const { names, buckets } = await productMetrics();
    const known = new Set([
      ...names,
      ...rules.flatMap(({ record }) => record ?? []),
      ...Object.values(exporters).flat(),
    ]);
    const variables = dashboards
      .flatMap(({ templating }) => templating.list)
      .flatMap(({ query }) => (typeof query === 'string' ? [] : query.query));
    const used = [...rules.map(({ expr }) => expr), ...queries, ...variables].flatMap(metricsIn);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(metricsIn('max by (service) (rate(no_such_metric{job="a"}[5m])) > 0.2')).toEqual(['no_such_metric']);
    expect([...known].filter((name) => Object.values(exporters).flat().includes(name) && !used.includes(name))).toEqual(
      [],
    );
    expect(valuesOf('class').filter((name) => !requestClasses.includes(name as never))).toEqual([]);
    expect(valuesOf('le').filter((bound) => !buckets.includes(bound))).toEqual([]);
  });

  it('are valid PromQL in every panel', async () => {
    const groups = [{ name: 'panels', rules: queries.map((expr, index) => ({ record: `panel:${index}`, expr })) }];
    writeFileSync(path.join(folder, 'panels.yaml'), JSON.stringify({ groups }));
    expect(await promtool('check', 'rules', 'panels.yaml')).toContain(`${queries.length} rules found`);
  }, 60_000);

  it('come with a description of each metric and exporter', async () => {
    const chapter = /^## Monitoring$([^]*?)(?=^## )/m.exec(runbook)![1]!;
    for (const exporter of Object.keys(exporters)) expect(chapter).toContain(exporter);
    for (const name of requestClasses) expect(chapter).toContain(`\`${name}\``);
  });
});
