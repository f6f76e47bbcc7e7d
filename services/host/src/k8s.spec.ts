import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serviceNames } from '@lead-finder/contracts';
import { runFolder } from '@lead-finder/testing';
import { parse } from 'yaml';
import { connections, connectionsAllowed, coresOfRoles } from '../test/k8s/capacity-rules.js';
import {
  environmentOf,
  environmentProblems,
  keysOf,
  probeProblems,
  referenceProblems,
  settingsOf,
} from '../test/k8s/environment-rules.js';
import { alertProblems } from '../test/k8s/metric-rules.js';
import { networkProblems } from '../test/k8s/network-rules.js';
import {
  containersOf,
  isOwn,
  isService,
  ofKind,
  podOf,
  podProblems,
  selectionProblems,
  workloads,
} from '../test/k8s/pod-rules.js';
import { render, type Manifest } from '../test/k8s/render.js';
import { schemaProblems, titleOf } from '../test/k8s/strict-schema.js';
import { roleNames } from './host.config.js';

const workspace = new URL('../../../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, workspace), 'utf8');

const examples = ['k8s/examples/managed-cloud', 'k8s/examples/in-cluster', 'k8s/examples/single-node'];
const ownFolder = 'services/host/test/k8s/own-folder';
const folders = ['k8s/overlays/dev', ...examples, ownFolder];
/** Returns the values for the charts of servers that a folder has. */
const valuesIn = (folder: string) =>
  readdirSync(new URL(folder, workspace))
    .filter((file) => file.endsWith('-values.yaml'))
    .map((file) => textOf(`${folder}/${file}`))
    .join('\n');
const rendered = new Map<string, Promise<Manifest[]>>();
/** Returns a copy of the objects of a folder, which a test may change. */
async function objectsOf(folder: string): Promise<Manifest[]> {
  if (!rendered.has(folder)) rendered.set(folder, render(folder));
  return structuredClone(await rendered.get(folder)!);
}

async function allProblems(objects: Manifest[]): Promise<string[]> {
  const ofSettings = await environmentProblems(objects);
  return [
    ...(await schemaProblems(objects)),
    ...selectionProblems(objects),
    ...podProblems(objects),
    ...referenceProblems(objects),
    ...probeProblems(objects),
    ...ofSettings,
    // The connections follow from the settings.
    ...(ofSettings.length > 0 ? [] : await networkProblems(objects)),
  ];
}

const find = (objects: Manifest[], title: string): Manifest => objects.find((object) => titleOf(object) === title);
const container = (objects: Manifest[], name: string): Manifest =>
  podOf(find(objects, `Deployment/${name}`)).containers[0];
const variable = (objects: Manifest[], name: string, title: string): Manifest =>
  container(objects, name).env.find((each: Manifest) => each.name === title);
const secretOf = (objects: Manifest[], name: string): Manifest =>
  podOf(find(objects, `Deployment/${name}`)).volumes.find(({ secret }: Manifest) => secret).secret;

describe.each(folders)('%s', (folder) => {
  it('follows every rule', async () => expect(await allProblems(await objectsOf(folder))).toEqual([]));

  it('runs every role, each once', async () => {
    const objects = await objectsOf(folder);
    const roles = ofKind(objects, 'Deployment')
      .filter(isService)
      .map((each) => environmentOf(each, keysOf(objects)).SERVICES);
    expect(roles.sort()).toEqual([...roleNames].sort());
  });

  it('can be applied again with another image, because nothing in it is immutable', async () =>
    expect(ofKind(await objectsOf(folder), 'Job')).toEqual([]));

  it('reports the metrics of each of its alerts', async () =>
    expect(alertProblems(await objectsOf(folder), valuesIn(folder))).toEqual([]));

  it('opens no more connections than its PostgreSQL allows, during a roll-out at its largest', async () => {
    const objects = await objectsOf(folder);
    const documented = /`max_connections` of at least (\d+)/.exec(textOf('docs/operations.md'))![1];
    expect(await connections(objects)).toBeLessThanOrEqual(connectionsAllowed(objects) ?? Number(documented) - 3);
  });
});

it.each(['k8s/overlays/dev', 'k8s/examples/managed-cloud', 'k8s/examples/in-cluster'])(
  'in %s each role can use a node of four cores',
  async (folder) => {
    const cores = coresOfRoles(await objectsOf(folder));
    expect(Object.keys(cores).sort()).toEqual([...roleNames].sort());
    expect(Object.entries(cores).filter(([, each]) => each < 4)).toEqual([]);
  },
);

it.each(['k8s/examples/managed-cloud', ownFolder])(
  'in %s each pod finds the secrets that it reads as files, and no other; some folders lack the set-up token, the key of secrets and the bucket',
  async (folder) => {
    for (const workload of workloads(await objectsOf(folder)).filter(isOwn)) {
      const env: Manifest[] = containersOf(workload).flatMap((each) => each.env ?? []);
      const named = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value);
      const items: Manifest[] = (podOf(workload).volumes ?? []).flatMap(({ secret }: Manifest) => secret?.items ?? []);
      expect(items.map((each) => `/etc/lead-finder/${each.path}`).sort()).toEqual(named.sort());
      expect(items.length).toBeGreaterThan(0);
      const variables = env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
      expect(variables.filter((name) => !['SETUP_TOKEN', 'SECRETS_KEY', 'FILES_URL'].includes(name))).toEqual([]);
    }
  },
);

it('a pod may use twice the memory that a role takes under load', async () => {
  const [, measured] = /In six processes each is ready .* takes \d+ to (\d+) MB/s.exec(textOf('docs/performance.md'))!;
  const limits = ofKind(await objectsOf('k8s/overlays/dev'), 'Deployment')
    .filter(isService)
    .map((each) => parseInt(podOf(each).containers[0].resources.limits.memory) * 2 ** 20);
  expect(Math.min(...limits) / 1e6).toBeGreaterThanOrEqual(2 * Number(measured));
});

it('every component is in one of these folders', () => {
  const texts = folders.map((folder) => textOf(`${folder}/kustomization.yaml`)).join();
  const components = readdirSync(new URL('k8s/components', workspace));
  // The servers include the users of NATS.
  expect(components.filter((name) => name !== 'nats-users' && !texts.includes(`components/${name}`))).toEqual([]);
});

describe('the rules reject', () => {
  const cases: [string, (objects: Manifest[]) => void, RegExp][] = [
    [
      'a misspelt field',
      (all) => (container(all, 'leads').resorces = {}),
      /Deployment\/leads: .*resorces.* does not exist in type 'IContainer'/,
    ],
    [
      'a port written as text',
      (all) => (container(all, 'leads').ports[0].containerPort = '8081'),
      /Deployment\/leads.*containerPort must be integer/,
    ],
    [
      'a Service that meets nothing',
      (all) => (find(all, 'Service/leads').spec.selector = { app: 'leeds' }),
      /Service\/leads selects 0 workloads/,
    ],
    [
      'an entry to a port that is not there',
      (all) => (find(all, 'HTTPRoute/gateway').spec.rules[0].backendRefs[0].port = 8080),
      /HTTPRoute\/gateway: no port 8080 of gateway/,
    ],
    [
      'a time-out that the API does not know',
      (all) => (find(all, 'HTTPRoute/gateway').spec.rules[0].timeouts.request = 'never'),
      /timeouts\/request must match pattern/,
    ],
    [
      'a probe on a port that is not there',
      (all) => (container(all, 'users').readinessProbe.httpGet.port = 'health'),
      /readinessProbe asks a port/,
    ],
    ['a missing probe', (all) => delete container(all, 'users').startupProbe, /has no startupProbe/],
    [
      'a variable of a key that is not there',
      (all) =>
        (variable(all, 'users', 'SETUP_TOKEN').valueFrom.secretKeyRef = { name: 'lead-finder', key: 'SETUP_TOKENS' }),
      /refers to SETUP_TOKENS of Secret/,
    ],
    [
      'a file of a key that is not there',
      (all) => (secretOf(all, 'users').items[0].key = 'DATABASE'),
      /refers to DATABASE of Secret/,
    ],
    [
      'a file that is not mounted',
      (all) => (variable(all, 'users', 'DATABASE_URL_FILE').value = '/etc/lead-finder/DATABASE'),
      /DATABASE_URL_FILE: '.etc.lead-finder.DATABASE' was given, but the file does not exist/,
    ],
    [
      'a secret as a variable and as a file',
      (all) => container(all, 'users').env.push({ name: 'NATS_URL', value: 'nats://nats:4222' }),
      /NATS_URL and NATS_URL_FILE are both set/,
    ],
    [
      'the file of a setting that is no secret',
      (all) => container(all, 'users').env.push({ name: 'MAIL_FROM_FILE', value: '/etc/lead-finder/NATS_URL' }),
      /sets MAIL_FROM_FILE, which nothing reads/,
    ],
    [
      'a setting that nothing reads',
      (all) => container(all, 'users').env.push({ name: 'DATABASE_ULR', value: 'x' }),
      /sets DATABASE_ULR, which nothing reads/,
    ],
    [
      'a value that the process refuses',
      (all) => container(all, 'gateway').env.push({ name: 'TIME_ZONE', value: 'Mars/Base' }),
      /TIME_ZONE: 'Mars\/Base' was given/,
    ],
    [
      'a drain that the grace period cuts off',
      (all) => (variable(all, 'gateway', 'DRAIN_SECONDS').value = '46'),
      /Deployment\/gateway drains for 46 s and is killed after 60 s/,
    ],
    [
      "a probe of another host than the product's",
      (all) => (find(all, 'Probe/lead-finder').spec.targets.staticConfig.static = ['https://not-set.invalid/healthz']),
      /Probe\/lead-finder requests https:\/\/not-set.invalid\/healthz, but PUBLIC_URL is/,
    ],
    [
      'a missing address',
      (all) => (variable(all, 'leads', 'NATS_URL_FILE').value = ''),
      /DATABASE_URL and REDIS_URL set, but not NATS_URL/,
    ],
    [
      'a root that can be written',
      (all) => (container(all, 'leads').securityContext.readOnlyRootFilesystem = false),
      /may write its root/,
    ],
    [
      'rights of the container that prepares the database',
      (all) => delete containersOf(find(all, 'Deployment/bootstrap'))[0].securityContext,
      /Deployment\/bootstrap may gain rights/,
    ],
    [
      'a pod that may run as root',
      (all) => delete podOf(find(all, 'Deployment/leads')).securityContext.runAsNonRoot,
      /may run as root/,
    ],
    [
      'a pod that runs under one user only',
      (all) => (podOf(find(all, 'Deployment/leads')).securityContext.runAsUser = 1000),
      /runs under one user only/,
    ],
    [
      'a token in a pod',
      (all) => delete podOf(find(all, 'Deployment/leads')).automountServiceAccountToken,
      /carries a token/,
    ],
    [
      'a connection without its policy',
      (all) => all.splice(all.indexOf(find(all, 'NetworkPolicy/to-redis')), 1),
      /leads: out 6379 is not let through/,
    ],
    [
      'a policy that still leads nowhere',
      (all) => (find(all, 'NetworkPolicy/to-nats').spec.egress[0].to = [{ ipBlock: { cidr: '192.0.2.0/24' } }]),
      /leads: no policy leads to nats.example.com:4222/,
    ],
    [
      'a policy without its connection',
      (all) => (find(all, 'NetworkPolicy/to-postgres').spec.podSelector = {}),
      /gateway: out 5432 is let through, and nothing uses it/,
    ],
    [
      'an entry that is open to everybody',
      (all) => delete find(all, 'NetworkPolicy/entry').spec.ingress[0].from,
      /gateway: in anything is let through/,
    ],
    [
      'two autoscalers of one deployment',
      (all) => all.push(find(all, 'HorizontalPodAutoscaler/leads')),
      /Deployment\/leads has 2 autoscalers/,
    ],
  ];

  it.each(cases)('%s', async (_, spoil, problem) => {
    const objects = await objectsOf('k8s/examples/managed-cloud');
    spoil(objects);
    expect((await allProblems(objects)).join('\n')).toMatch(problem);
  });
});

it('the patch that restores one moment fits the PostgreSQL of its example', async () => {
  const patch = parse(textOf('k8s/examples/in-cluster/restore.yaml')) as Manifest;
  const cluster = find(await objectsOf('k8s/examples/in-cluster'), `Cluster/${patch.metadata.name}`);
  const { initdb, ...bootstrap } = { ...cluster.spec.bootstrap, ...patch.spec.bootstrap };
  expect(initdb).toBeNull();
  expect(await schemaProblems([{ ...cluster, spec: { ...cluster.spec, ...patch.spec, bootstrap } }])).toEqual([]);
  expect(bootstrap.recovery.secret).toEqual(cluster.spec.bootstrap.initdb.secret);
  // The archive that the restored servers write is not the one that they read, and has a name of this restore alone.
  const [{ plugin: archive }] = patch.spec.externalClusters.filter(
    ({ name }: Manifest) => name === bootstrap.recovery.source,
  );
  expect(archive.parameters.serverName).toBe(cluster.metadata.name);
  const [day] = bootstrap.recovery.recoveryTarget.targetTime.split(' ');
  expect(patch.spec.plugins[0].parameters.serverName).toBe(`${cluster.metadata.name}-${day}`);
});

it.each([...examples, ownFolder])('in %s searches lack a key of Google until the operator sets one', async (folder) => {
  const objects = await objectsOf(folder);
  const [, places] = await settingsOf(find(objects, 'Deployment/places'), keysOf(objects));
  expect(places.PLACES_PROVIDER).toBe('google');
  expect(places.GOOGLE_PLACES_API_KEY).toBeUndefined();
});

it.each([
  ['k8s/examples/single-node', 14],
  ['k8s/examples/in-cluster', 24],
])(
  'in %s a backup removes all but the %d last complete ones, and first, also if it fails, the failed ones of the days before',
  async (folder, kept) => {
    const backups = runFolder('backups');
    const add = (name: string, isComplete: boolean, hoursAgo: number) => {
      mkdirSync(path.join(backups, name), { recursive: true });
      if (isComplete) writeFileSync(path.join(backups, name, 'manifest.json'), '{}');
      const time = Date.now() / 1000 - hoursAgo * 3600;
      utimesSync(path.join(backups, name), time, time);
    };
    try {
      for (let day = 1; day <= kept + 2; day++)
        add(`2025-01-${String(day).padStart(2, '0')}T020000`, true, 900 - day * 24);
      add('2025-02-01T020000', false, 23);
      add('2025-02-02T020000', false, 1);
      add('lost+found', false, 900);
      const [script] = podOf(find(await objectsOf(folder), 'CronJob/backup')).containers[0].args as string[];
      const run = (node: string) =>
        execFileSync('bash', ['-ec', `node() { ${node}; }\n${script!.replaceAll('/backups', backups)}`]);
      const before = readdirSync(backups).filter((name) => name !== '2025-02-01T020000');
      expect(() => run('false')).toThrow('Command failed');
      expect(readdirSync(backups)).toEqual(before);
      run('mkdir "$3" && touch "$3/manifest.json"');
      const left = readdirSync(backups).sort();
      expect(left.filter((name) => existsSync(path.join(backups, name, 'manifest.json')))).toHaveLength(kept);
      expect(left).toEqual(expect.arrayContaining(['2025-01-04T020000', '2025-02-02T020000', 'lost+found']));
      expect(left).not.toContain('2025-01-03T020000');
      expect(left).not.toContain('2025-02-01T020000');
    } finally {
      rmSync(backups, { recursive: true });
    }
  },
);

it.each(['k8s/examples/single-node', 'k8s/examples/in-cluster'])(
  'in %s a backup that hangs ends, so that the next one starts',
  async (folder) => {
    const { concurrencyPolicy, jobTemplate } = find(await objectsOf(folder), 'CronJob/backup').spec;
    expect(concurrencyPolicy).toBe('Forbid');
    expect(jobTemplate.spec.activeDeadlineSeconds).toBeLessThanOrEqual(43_200);
  },
);

it('the pooler of an example fits its PostgreSQL and the connections that it allows', async () => {
  const objects = await objectsOf('k8s/examples/in-cluster');
  const pooler = parse(textOf('k8s/examples/in-cluster/pooler.yaml')) as Manifest;
  expect(await schemaProblems([pooler])).toEqual([]);
  expect(find(objects, `Cluster/${pooler.spec.cluster.name}`)).toBeDefined();
  const { default_pool_size: each, max_client_conn: clients } = pooler.spec.pgbouncer.parameters;
  expect(Number(each) * pooler.spec.instances * serviceNames.length).toBeLessThanOrEqual(connectionsAllowed(objects)!);
  expect(await connections(objects)).toBeLessThanOrEqual(Number(clients));
});

it('an alert that can never fire is found', async () => {
  const objects = (await objectsOf('k8s/examples/in-cluster')).filter(({ kind }) => !/^(Probe|PodMonitor)$/.test(kind));
  expect(alertProblems(objects, 'promExporter:\n  enabled: false\n')).toEqual([
    'PageIsUnreachable needs blackbox exporter',
    'CertificateExpires needs blackbox exporter or cert-manager',
    'BackupIsOld needs CloudNativePG or npm run backup',
    'JetStreamFillsUp needs NATS exporter',
  ]);
});

describe('compose and Kubernetes', () => {
  const compose = parse(textOf('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { image: string; environment?: Record<string, string> }>;
  };

  it('give the gateway neither a database nor Redis', async () => {
    const objects = await objectsOf('k8s/overlays/dev');
    for (const given of [
      compose.services.gateway!.environment,
      environmentOf(find(objects, 'Deployment/gateway'), keysOf(objects)),
    ])
      expect(given).toMatchObject({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none' });
  });

  it('start the same roles from the same image', async () => {
    const composed = Object.values(compose.services).filter(
      ({ image, environment }) => image.startsWith('lead-finder:') && environment?.SERVICES,
    );
    expect(composed.map(({ environment }) => environment!.SERVICES).sort()).toEqual([...roleNames].sort());
    const images = workloads(await objectsOf('k8s/overlays/dev')).map(
      (each) => podOf(each).containers[0].image.split(':')[0],
    );
    expect(new Set(images)).toEqual(new Set(['lead-finder', 'postgres', 'redis', 'nats']));
  });
});
