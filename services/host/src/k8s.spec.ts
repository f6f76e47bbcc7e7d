import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { buildOverlay, overlay, type Manifest } from '../test/k8s/build-overlay.js';
import { environmentOf, environmentProblems, keysOf, referenceProblems } from '../test/k8s/environment-rules.js';
import { networkProblems } from '../test/k8s/network-rules.js';
import { ofKind, podOf, podProblems, selectionProblems, workloads } from '../test/k8s/pod-rules.js';
import { schemaProblems, titleOf } from '../test/k8s/strict-schema.js';
import { roleNames } from './host.config.js';

const where = ['dev', 'production'] as const;
type Where = (typeof where)[number];

/** In production the operator creates the secret from an example with every key. */
const exampleSecret = () => {
  const lines = readFileSync(path.join(overlay('production'), 'secret.example.env'), 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
};
const keys = (name: Where, objects: Manifest[]) => keysOf(objects, name === 'production' ? exampleSecret() : undefined);

async function allProblems(name: Where, objects: Manifest[]): Promise<string[]> {
  return [
    ...objects.flatMap(schemaProblems),
    ...selectionProblems(objects),
    ...podProblems(objects),
    ...referenceProblems(objects, keys(name, objects)),
    ...(await environmentProblems(objects, keys(name, objects))),
    ...networkProblems(objects, name),
  ];
}

const find = (objects: Manifest[], title: string): Manifest => objects.find((object) => titleOf(object) === title);
const container = (objects: Manifest[], name: string): Manifest =>
  podOf(find(objects, `Deployment/${name}`)).containers[0];

describe.each(where)('the %s overlay', (name) => {
  it('follows every rule', async () => expect(await allProblems(name, buildOverlay(overlay(name)))).toEqual([]));

  it('runs every role, each once', () => {
    const objects = buildOverlay(overlay(name));
    const roles = ofKind(objects, 'Deployment').map((each) => environmentOf(each, keys(name, objects)).SERVICES);
    expect(roles.sort()).toEqual([...roleNames].sort());
  });
});

// The reader throws on any feature outside the sample, so it builds every overlay as kubectl does.
it('the reader builds the sample of Kustomize features as kubectl does', () => {
  const sample = (part: string) => fileURLToPath(new URL(`../test/k8s/sample/${part}`, import.meta.url));
  const built = readFileSync(sample('built-by-kubectl.yaml'), 'utf8').replace(
    /\b(settings|secrets|users)-[a-z0-9]{10}$/gm,
    '$1',
  );
  const theirs = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
  // kubectl breaks long lines of base64.
  for (const { data } of ofKind(theirs, 'Secret'))
    for (const key of Object.keys(data)) data[key] = data[key].replace(/\s/g, '');
  const sorted = (objects: Manifest[]) =>
    objects.map(inOrder).sort((one, other) => titleOf(one).localeCompare(titleOf(other)));
  expect(sorted(buildOverlay(sample('overlay')))).toEqual(sorted(theirs));
});

describe('the rules reject', () => {
  const cases: [string, (objects: Manifest[]) => void, RegExp][] = [
    ['a misspelt field', (all) => (container(all, 'leads').resorces = {}), /has no field 'resorces'/],
    ['a port written as text', (all) => (container(all, 'leads').ports[0].containerPort = '8081'), /expected a number/],
    [
      'a Service that meets nothing',
      (all) => (find(all, 'Service/leads').spec.selector = { app: 'leeds' }),
      /Service\/leads selects 0 workloads/,
    ],
    [
      'a probe on a port that is not there',
      (all) => (container(all, 'users').readinessProbe.httpGet.port = 'health'),
      /readinessProbe asks a port/,
    ],
    ['a missing probe', (all) => delete container(all, 'users').startupProbe, /has no startupProbe/],
    [
      'a key that is not there',
      (all) => (container(all, 'users').env[1].valueFrom.secretKeyRef.key = 'DATABASE'),
      /refers to DATABASE of Secret/,
    ],
    [
      'a setting that nothing reads',
      (all) => container(all, 'users').env.push({ name: 'DATABASE_ULR', value: 'x' }),
      /sets DATABASE_ULR, which nothing reads/,
    ],
    [
      'a value that the process refuses',
      (all) => (find(all, 'ConfigMap/lead-finder').data.TIME_ZONE = 'Mars/Base'),
      /TIME_ZONE: 'Mars\/Base' was given/,
    ],
    [
      'a missing address',
      (all) => container(all, 'leads').env.splice(2, 1),
      /DATABASE_URL and REDIS_URL set, but not NATS_URL/,
    ],
    [
      'a root that can be written',
      (all) => (container(all, 'leads').securityContext.readOnlyRootFilesystem = false),
      /may write its root/,
    ],
    [
      'a pod that may run as root',
      (all) => delete podOf(find(all, 'Deployment/leads')).securityContext.runAsNonRoot,
      /may run as root/,
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
      'a policy without its connection',
      (all) => (find(all, 'NetworkPolicy/to-postgres').spec.podSelector = {}),
      /gateway: out 5432 is let through, and nothing uses it/,
    ],
    [
      'a door that is open to everybody',
      (all) => delete find(all, 'NetworkPolicy/people').spec.ingress[0].from,
      /gateway: in anything is let through/,
    ],
    [
      'two autoscalers of one deployment',
      (all) => all.push(find(all, 'HorizontalPodAutoscaler/leads')),
      /Deployment\/leads has 2 autoscalers/,
    ],
  ];

  it.each(cases)('%s', async (_, spoil, problem) => {
    const objects = buildOverlay(overlay('dev'));
    spoil(objects);
    expect((await allProblems('dev', objects)).join('\n')).toMatch(problem);
  });
});

describe('compose and Kubernetes', () => {
  it('start the same roles from the same image', () => {
    const [compose] = parseAllDocuments(readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8'), {
      merge: true,
    }).map(
      (document) =>
        document.toJS() as { services: Record<string, { image: string; environment?: Record<string, string> }> },
    );
    const composed = Object.values(compose!.services).filter(
      ({ image, environment }) => image.startsWith('lead-finder:') && environment?.SERVICES,
    );
    expect(composed.map(({ environment }) => environment!.SERVICES).sort()).toEqual([...roleNames].sort());
    const images = workloads(buildOverlay(overlay('dev'))).map((each) => podOf(each).containers[0].image.split(':')[0]);
    expect(new Set(images)).toEqual(new Set(['lead-finder', 'postgres', 'redis', 'nats']));
  });
});

/** Sorts lists of named objects, whose order has no meaning. */
function inOrder(value: Manifest): Manifest {
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.every((item) => item?.name) ? items.sort((one, other) => one.name.localeCompare(other.name)) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inOrder(each)]));
}
