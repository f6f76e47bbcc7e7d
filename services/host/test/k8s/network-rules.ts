import { parseFilesAddress } from '@lead-finder/platform';
import { environmentOf, keysOf, settingsOf, type Keys } from './environment-rules.js';
import { isOwn, isService, labelsOf, matches, ofKind, podOf, workloads } from './pod-rules.js';
import type { Manifest } from './render.js';

interface Connection {
  host: string;
  port: number;
}

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80, 'smtps:': 465, 'smtp:': 587 };
/** Users open the one, and their browsers the other. */
const ofBrowsers = ['PUBLIC_URL', 'MAP_TILE_URL'];
const dns = ['53', '5353'];
/** Base policies lead there until an overlay names a server. */
const nowhere = '192.0.2.0/24';

/** Returns the server of a bucket; without an endpoint it is that of AWS. */
const bucketServer = (filesUrl: string) => {
  const { endpoint, region } = parseFilesAddress(filesUrl);
  return endpoint ?? `https://s3.${region}.amazonaws.com`;
};

/** Browsers and administrators name these servers, and no setting. */
const namedByUsers: Record<string, Connection> = {
  leads: { host: 'push.browsers.example', port: 443 },
  users: { host: 'login.provider.example', port: 443 },
};

/** Returns the servers that a process connects to. */
async function connectionsOf(workload: Manifest, keys: Keys): Promise<Connection[]> {
  const [host, role] = await settingsOf(workload, keys);
  const named = Object.entries({ ...host, ...role })
    .filter(([name, value]) => /^\w+:\/\/./.test(String(value)) && !ofBrowsers.includes(name))
    .map(([name, value]) => new URL(name === 'FILES_URL' ? bucketServer(value as string) : (value as string)))
    .filter(({ hostname }) => hostname !== 'none')
    .map(({ hostname, port, protocol }) => ({ host: hostname, port: Number(port) || defaultPorts[protocol]! }));
  const more = namedByUsers[environmentOf(workload, keys).SERVICES ?? ''];
  return more ? [...named, more] : named;
}

const policies = (objects: Manifest[], labels: Record<string, string>, type: 'Ingress' | 'Egress') =>
  ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(type) && matches(labels, spec.podSelector),
  );

/** Returns the differences between the connections that the settings name and those that the policies allow. */
export async function networkProblems(objects: Manifest[]): Promise<string[]> {
  const keys = keysOf(objects);
  const own = workloads(objects).filter(isOwn);
  const uses = new Map(
    await Promise.all(own.map(async (each) => [each, await connectionsOf(each, keys)] as [Manifest, Connection[]])),
  );
  const servers = serversOf(objects).flatMap((server) => serverProblems(objects, server, uses));
  return [...own.flatMap((each) => clientProblems(objects, each, uses.get(each)!, keys)), ...servers];
}

function clientProblems(objects: Manifest[], workload: Manifest, uses: Connection[], keys: Keys): string[] {
  const { name } = workload.metadata;
  const out = policies(objects, labelsOf(workload), 'Egress');
  const into = policies(objects, labelsOf(workload), 'Ingress');
  const hasEntry = ['Ingress', 'HTTPRoute'].some((kind) => ofKind(objects, kind).length > 0);
  const isEntered = hasEntry && environmentOf(workload, keys).SERVICES === 'gateway';
  const wanted = [...new Set(uses.map(({ port }) => String(port)))];
  const unreached = uses.filter((server) => !out.some((policy) => leadsTo(objects, policy, server)));
  return [
    ...(into.length > 0 && out.length > 0 ? [] : [`${name} is open`]),
    ...compare(name, 'out', [...dns, ...wanted], openings(out, 'egress')),
    ...compare(
      name,
      'in',
      isService(workload) ? ['9090', ...(isEntered ? ['8080'] : [])] : [],
      openings(into, 'ingress'),
    ),
    ...unreached.map(({ host, port }) => `${name}: no policy leads to ${host}:${port}`),
  ];
}

interface Server {
  host: string;
  labels: Record<string, string>;
  ports: string[];
  /** Whether it opens connections itself, such as CloudNativePG to its object store. */
  opensConnections: boolean;
}

function serversOf(objects: Manifest[]): Server[] {
  const own = ofKind(objects, 'StatefulSet').map((server) => ({
    host: server.metadata.name,
    labels: labelsOf(server),
    ports: podOf(server).containers.flatMap(({ ports }: Manifest) =>
      ports.map(({ containerPort }: Manifest) => String(containerPort)),
    ),
    opensConnections: false,
  }));
  const clusters = ofKind(objects, 'Cluster').map(({ metadata }) => {
    const labels = { 'cnpg.io/cluster': metadata.name };
    const isMonitored = ofKind(objects, 'PodMonitor').some(({ spec }) => matches(labels, spec.selector));
    // The operator reads the state of each server on port 8000.
    const ports = ['5432', '8000', ...(isMonitored ? ['9187'] : [])];
    return { host: `${metadata.name}-rw`, labels, ports, opensConnections: true };
  });
  return [...own, ...clusters];
}

/** A server of the overlay admits the pods that use it, and no other. */
function serverProblems(objects: Manifest[], server: Server, uses: Map<Manifest, Connection[]>): string[] {
  const { host: name, labels, ports, opensConnections } = server;
  const into = policies(objects, labels, 'Ingress');
  const froms = into.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ from }) => from);
  const clients = [...uses].flatMap(([client, connections]) => {
    const isLetIn = froms.some(({ podSelector }) => podSelector && matches(labelsOf(client), podSelector));
    const isUser = connections.some(({ host }) => host === name);
    if (isLetIn === isUser) return [];
    return [`${name} ${isLetIn ? 'lets in' : 'shuts out'} ${client.metadata.name}`];
  });
  return [
    ...compare(name, 'in', ports, openings(into, 'ingress')),
    ...(opensConnections || policies(objects, labels, 'Egress').length > 0 ? [] : [`${name}: out is open`]),
    ...clients,
  ];
}

function openings(all: Manifest[], direction: 'egress' | 'ingress'): string[] {
  const rules = all
    .flatMap(({ spec }) => spec[direction] ?? [])
    .map((rule) => ({ peers: (direction === 'egress' ? rule.to : rule.from) ?? [], ports: rule.ports ?? [] }));
  return rules.flatMap(({ peers, ports }) => {
    // A rule without peers allows every client.
    if (peers.length === 0 || ports.length === 0) return ['anything'];
    return peers.every(isNowhere) ? [] : ports.map(({ port }: Manifest) => String(port));
  });
}

const isNowhere = (peer: Manifest) => peer.ipBlock?.cidr === nowhere;

/** Returns whether a policy allows the server that an address names, in this namespace, in another or outside. */
function leadsTo(objects: Manifest[], policy: Manifest, { host, port }: Connection): boolean {
  const [service, namespace, ...domain] = host.split('.');
  const peers = (policy.spec.egress ?? [])
    .filter((rule: Manifest) => rule.ports?.some((each: Manifest) => each.port === port))
    .flatMap(({ to }: Manifest) => to ?? []);
  if (domain.length > 0) return peers.some(({ ipBlock }: Manifest) => ipBlock && !isNowhere({ ipBlock }));
  if (namespace)
    return peers.some(({ namespaceSelector }: Manifest) =>
      matches({ 'kubernetes.io/metadata.name': namespace }, namespaceSelector),
    );
  const labels = labelsBehind(objects, service!);
  return labels !== undefined && peers.some(({ podSelector }: Manifest) => podSelector && matches(labels, podSelector));
}

/** Returns the labels of the pods behind a Service, also behind the one that CloudNativePG makes. */
function labelsBehind(objects: Manifest[], name: string): Record<string, string> | undefined {
  const service = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === name);
  const cluster = ofKind(objects, 'Cluster').find(({ metadata }) => `${metadata.name}-rw` === name);
  return service?.spec.selector ?? (cluster && { 'cnpg.io/cluster': cluster.metadata.name });
}

function compare(name: string, direction: string, want: string[], have: string[]): string[] {
  return [
    ...want.filter((each) => !have.includes(each)).map((each) => `${name}: ${direction} ${each} is not let through`),
    ...[...new Set(have)]
      .filter((each) => !want.includes(each))
      .map((each) => `${name}: ${direction} ${each} is let through, and nothing uses it`),
  ];
}
