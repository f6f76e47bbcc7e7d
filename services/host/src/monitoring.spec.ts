import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requestClasses } from '@lead-finder/gateway';
import { freePort, promtoolPath, runFolder } from '@lead-finder/testing';
import { parse } from 'yaml';
import { exporters, metricsIn } from '../test/k8s/metric-rules.js';
import { roleNames } from './host.config.js';
import { startHost } from './start-host.js';

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

const ruleFiles = ['rules.yaml', 'nats-rules.yaml', 'backup-rules.yaml'];
const ruleTests = ['rules.test.yaml', 'rules-over-hours.test.yaml'];
const rules = ruleFiles
  .map((file) => parse(read(file)) as { spec: { groups: { rules: Rule[] }[] } })
  .flatMap(({ spec }) => spec.groups.flatMap((group) => group.rules));
const alerts = rules.flatMap(({ alert }) => alert ?? []).sort();
const dashboards = ['on-call.json', 'capacity.json'].map((name) => JSON.parse(read(name)) as Dashboard);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Returns the values that the selectors of all rules and panels give a label. */
const valuesOf = (label: string) =>
  [...rules.map(({ expr }) => expr), ...queries]
    .flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}[!=]~?"([^"]+)"`, 'g'))])
    .flatMap(([, values]) => values!.split('|'));

const folder = runFolder('monitoring-spec');
const promtool = async (...args: string[]) =>
  (await promisify(execFile)(await promtoolPath(), args, { cwd: folder })).stdout;

/** The response of /metrics of a process that runs every role. */
let exposed: string;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const metricsPort = await freePort();
  const host = await startHost({
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '0',
    HEALTH_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    DATA_DIR: path.join(folder, 'data'),
    DEMO_DATA: 'off',
  });
  try {
    await fetch(`${host!.url}/api/my-businesses`);
    exposed = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  } finally {
    await host!.stop();
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a process reports each of its roles as ready, no backup, and the connections of its server', () => {
  for (const role of roleNames) expect(exposed).toContain(`role_ready{role="${role}"} 1\n`);
  expect(exposed).toContain('backup_last_success_timestamp_seconds{service="users"} 0\n');
  expect(exposed).toMatch(/^database_server_connections\{service="leads"\} [1-9]/m);
  expect(exposed).toMatch(/^database_server_connections_limit\{service="leads"\} [1-9]/m);
});

describe('the alert rules', () => {
  it('are rule files without their first lines, and fire at the right time', async () => {
    const [command] = /^for name in .*; done$/m.exec(runbook)!;
    symlinkSync(path.join(root, 'k8s'), path.join(folder, 'k8s'));
    await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    for (const file of ruleTests) cpSync(path.join(component, file), path.join(folder, file));
    await promtool('check', 'rules', ...ruleFiles.map((file) => `lead-finder.${file}`));
    expect(await promtool('test', 'rules', ...ruleTests)).toContain('SUCCESS');
  }, 180_000);

  it('each have a test in which they fire', () => {
    const tests = ruleTests.flatMap((file) => (parse(read(file)) as { tests: RuleTest[] }).tests);
    const fired = tests.flatMap((test) => test.alert_rule_test).filter((each) => each.exp_alerts.length > 0);
    expect([...new Set(fired.map((each) => each.alertname))].sort()).toEqual(alerts);
  });

  it('distinguish environments in each aggregation and join', () => {
    for (const { expr } of rules) {
      expect(expr).not.toMatch(/\b(sum|max|min|avg|count|group|topk)\s*\(/);
      for (const [, labels] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g))
        expect([expr, labels]).toEqual([expr, expect.stringContaining('namespace')]);
    }
  });

  it('link a section of the runbook, and it describes no other alert', () => {
    const actual = rules.filter(({ alert }) => alert);
    for (const { alert, annotations } of actual)
      expect(annotations!.runbook_url).toBe(`docs/operations.md#${alert!.toLowerCase()}`);
    const chapter = /^## Alerts$([^]*?)(?=^## |$(?![^]))/m.exec(runbook)![1]!;
    const sections = [...chapter.matchAll(/^### (\w+)$\s+^\((page|ticket)\)/gm)].map(([, name, severity]) => [
      name,
      severity,
    ]);
    expect(sections.sort()).toEqual(actual.map(({ alert, labels }) => [alert, labels!.severity]).sort());
  });
});

describe('rules and dashboards', () => {
  it('use metrics that the product, a recording rule or a named exporter has', () => {
    const own = [...exposed.matchAll(/^# TYPE (\w+) /gm)].flatMap(([, name]) =>
      ['', '_bucket', '_count', '_sum'].map((part) => name + part),
    );
    const others = Object.values(exporters).flat();
    const known = new Set([...own, ...rules.flatMap(({ record }) => record ?? []), ...others]);
    const variables = dashboards
      .flatMap(({ templating }) => templating.list)
      .flatMap(({ query }) => (typeof query === 'string' ? [] : query.query));
    const used = [...rules.map(({ expr }) => expr), ...queries, ...variables].flatMap(metricsIn);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(others.filter((name) => !used.includes(name))).toEqual([]);
    expect(metricsIn('max by (service) (rate(no_such_metric{job="a"}[5m])) > 0.2')).toEqual(['no_such_metric']);
  });

  it('select classes and bounds of durations that exist', () => {
    const bounds = [...exposed.matchAll(/^http_request_duration_seconds_bucket\{le="([^"]+)"/gm)].map(([, le]) => le);
    expect(valuesOf('class').filter((name) => !requestClasses.some((one) => one === name))).toEqual([]);
    expect(valuesOf('le').filter((bound) => !bounds.includes(bound))).toEqual([]);
  });

  it('are valid PromQL in every panel', async () => {
    const groups = [{ name: 'panels', rules: queries.map((expr, index) => ({ record: `panel:${index}`, expr })) }];
    writeFileSync(path.join(folder, 'panels.yaml'), JSON.stringify({ groups }));
    expect(await promtool('check', 'rules', 'panels.yaml')).toContain(`${queries.length} rules found`);
  }, 60_000);

  it('come with a description of each class and exporter', () => {
    const chapter = /^## Monitoring$([^]*?)(?=^## )/m.exec(runbook)![1]!;
    for (const exporter of Object.keys(exporters)) expect(chapter).toContain(exporter);
    for (const name of requestClasses) expect(chapter).toContain(`\`${name}\``);
  });
});
