import { ofKind } from './pod-rules.js';
import type { Manifest } from './render.js';

/** The metrics of others. docs/operations.md names each exporter. */
export const exporters = {
  Prometheus: ['ALERTS'],
  'blackbox exporter': ['probe_success', 'probe_ssl_earliest_cert_expiry'],
  'cert-manager': ['certmanager_certificate_expiration_timestamp_seconds'],
  'NATS exporter': [
    'nats_varz_jetstream_stats_storage',
    'nats_varz_jetstream_config_max_storage',
    'nats_stream_total_bytes',
  ],
  CloudNativePG: [
    'cnpg_collector_last_available_backup_timestamp',
    'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
  ],
};

/** A metric of the product that means something only if something else runs. */
const sources: Record<string, readonly string[]> = {
  ...exporters,
  'npm run backup': ['backup_last_success_timestamp_seconds'],
};

/** Returns the metrics of an expression: its words without labels, ranges, groupings, functions and keywords. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/label_values\((.*),.*\)/, '$1')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|on)\s*\([^)]*\)|\boffset \w+/g, ' ');
  const words = [...bare.matchAll(/[a-zA-Z_][\w:]*(?![\w:]*\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'unless'].includes(word));
}

/** Returns the sources of metrics that a folder has. `values` is the text of its charts' values. */
function sourcesOf(objects: Manifest[], values: string): string[] {
  const has: Record<string, boolean> = {
    'blackbox exporter': ofKind(objects, 'Probe').length > 0,
    'NATS exporter': /^promExporter:\n {2}enabled: true\n {2}podMonitor: \{ enabled: true \}$/m.test(values),
    CloudNativePG: ofKind(objects, 'PodMonitor').some(({ spec }) => 'cnpg.io/cluster' in spec.selector.matchLabels),
    'npm run backup': ofKind(objects, 'CronJob').some(({ spec }) =>
      JSON.stringify(spec).includes('main.js backup /backups'),
    ),
  };
  return Object.keys(has).filter((name) => has[name]);
}

/** Returns the alerts that can never fire in a folder, because nothing in it reports their metrics. */
export function alertProblems(objects: Manifest[], values: string): string[] {
  const present = sourcesOf(objects, values);
  const rules = ofKind(objects, 'PrometheusRule').flatMap(({ spec }) =>
    spec.groups.flatMap((each: Manifest) => each.rules),
  );
  return rules.flatMap(({ alert, expr }: Manifest) => {
    const metrics = metricsIn(expr);
    const needed = Object.keys(sources).filter((name) => sources[name]!.some((metric) => metrics.includes(metric)));
    // The sources of one alert replace each other.
    return needed.length === 0 || needed.some((name) => present.includes(name))
      ? []
      : [`${alert} needs ${needed.join(' or ')}`];
  });
}
