import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Metrics, openLogger } from '@lead-finder/platform';
import { promtoolPath } from '@lead-finder/testing';
import { parse } from 'yaml';
import { services } from './roles.js';

const file = (name: string) => fileURLToPath(new URL(`../../../k8s/monitoring/${name}`, import.meta.url));
const read = (name: string) => readFileSync(file(name), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
}
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] })
  .panels;

/** Returns the name of every metric in the product's registry. */
async function metricNames(): Promise<Set<string>> {
  const metrics = new Metrics(openLogger('silent'));
  for (const load of Object.values(services)) {
    const { name, measures } = await load();
    metrics.watchService(name, { dataSource: { driver: { master: {} } } } as never, measures);
  }
  metrics.watchQueues({} as never);
  const own = metrics.registry.getMetricsAsArray() as { name: string; type: unknown }[];
  return new Set(own.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
}

/** Returns the metrics of an expression: its words without labels, ranges, groupings, functions and keywords. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/label_values\((\w+),.*\)/, '$1')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/[a-zA-Z_]\w*(?!\w*\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'unless', 'bool', 'offset'].includes(word));
}

it('the alert rules are valid and fire at the right time', async () => {
  const promtool = await promtoolPath();
  await promisify(execFile)(promtool, ['check', 'rules', file('alerts.yaml')]);
  const { stdout } = await promisify(execFile)(promtool, ['test', 'rules', file('alerts.test.yaml')]);
  expect(stdout).toContain('SUCCESS');
}, 120_000);

it('every alert has a test that makes it fire', () => {
  const { tests } = parse(read('alerts.test.yaml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const rung = tests
    .flatMap((test) => test.alert_rule_test)
    .filter((each) => each.exp_alerts.length > 0)
    .map((each) => each.alertname);
  expect(rules.map(({ alert }) => alert).filter((name) => !rung.includes(name))).toEqual([]);
});

it('the product has every metric that rules and dashboard use', async () => {
  const known = await metricNames();
  const asked = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap(metricsIn);
  expect(new Set(asked).size).toBeGreaterThan(10);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
  expect(metricsIn('max by (service) (rate(no_such_metric{job="a"}[5m])) > 0.2')).toEqual(['no_such_metric']);
});

it('the runbook describes every alert and no other', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const chapter = text.slice(text.indexOf('## Alerts'));
  const described = [...chapter.matchAll(/^\*\*(\w+)\*\*/gm)].map(([, name]) => name);
  expect(described.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});
