import type { Manifest } from './build-overlay.js';
import { labelsOf, matches, ofKind, workloads } from './pod-rules.js';

/** All connections: the client, the server and the port. */
const ports: Record<string, number> = { postgres: 5432, nats: 4222, redis: 6379, mail: 587, provider: 443 };
const servers: Record<string, string[]> = {
  bootstrap: ['postgres'],
  users: ['postgres', 'nats', 'redis', 'mail'],
  places: ['postgres', 'nats', 'redis', 'provider'],
  leads: ['postgres', 'nats', 'redis'],
  imports: ['postgres', 'nats', 'redis'],
  progress: ['postgres', 'nats', 'redis'],
  gateway: ['nats', 'redis'],
};
/** An overlay without a mail server writes mail to files. */
const serversOf = (name: string, where: 'dev' | 'production') =>
  (servers[name] ?? []).filter((server) => where === 'production' || server !== 'mail');

const policies = (objects: Manifest[], workload: Manifest, type: 'Ingress' | 'Egress') =>
  ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(type) && matches(labelsOf(workload), spec.podSelector),
  );

/** Returns the differences between these connections and those that the policies of an overlay allow. */
export function networkProblems(objects: Manifest[], where: 'dev' | 'production'): string[] {
  return workloads(objects).flatMap((workload) => {
    const { name } = workload.metadata;
    const out = policies(objects, workload, 'Egress');
    const into = policies(objects, workload, 'Ingress');
    const isServer = workload.kind === 'StatefulSet';
    const expected = {
      closed: ['in', 'out'],
      out: isServer ? [] : ['53', ...serversOf(name, where).map((server) => String(ports[server]))],
      in: isServer ? [String(ports[name])] : ['9090', ...(name === 'gateway' ? ['8080'] : [])],
    };
    const found = {
      closed: [...(into.length > 0 ? ['in'] : []), ...(out.length > 0 ? ['out'] : [])],
      out: openings(out, 'egress'),
      in: openings(into, 'ingress'),
    };
    const ends = isServer ? strangers(objects, into, name, where) : unreached(objects, out);
    return [...compare(name, expected, found), ...ends];
  });
}

function openings(all: Manifest[], direction: 'egress' | 'ingress'): string[] {
  const rules = all.flatMap(({ spec }) => spec[direction] ?? []);
  // A rule without peers allows every client.
  const open = rules
    .filter((rule) => !(direction === 'egress' ? rule.to : rule.from)?.length || !rule.ports?.length)
    .map(() => 'anything');
  return [
    ...open,
    ...new Set<string>(rules.flatMap((rule) => (rule.ports ?? []).map(({ port }: Manifest) => String(port)))),
  ];
}

function compare(name: string, expected: Record<string, string[]>, found: Record<string, string[]>): string[] {
  return Object.keys(expected).flatMap((direction) => {
    const [want, have] = [expected[direction]!, found[direction]!];
    return [
      ...want.filter((each) => !have.includes(each)).map((each) => `${name}: ${direction} ${each} is not let through`),
      ...have
        .filter((each) => !want.includes(each))
        .map((each) => `${name}: ${direction} ${each} is let through, and nothing uses it`),
    ];
  });
}

/** Returns the clients that a server of the overlay admits wrongly or rejects wrongly. */
function strangers(objects: Manifest[], into: Manifest[], server: string, where: 'dev' | 'production'): string[] {
  const froms = into.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ from }) => from);
  return workloads(objects).flatMap((client) => {
    const isLetIn = froms.some((from) => from.podSelector && matches(labelsOf(client), from.podSelector));
    const uses = serversOf(client.metadata.name, where).includes(server);
    if (isLetIn === uses) return [];
    return [`${server} ${isLetIn ? 'lets in' : 'shuts out'} ${client.metadata.name}`];
  });
}

/** Returns the rules towards pods of the namespace that match no workload with that port. */
function unreached(objects: Manifest[], out: Manifest[]): string[] {
  const rules = out.flatMap(({ metadata, spec }) =>
    (spec.egress ?? []).map((rule: Manifest) => ({ policy: metadata.name, ...rule })),
  );
  return rules.flatMap(({ policy, to, ports: allowed }) =>
    to
      .filter((end: Manifest) => end.podSelector && !end.namespaceSelector)
      .flatMap((end: Manifest) => {
        const met = workloads(objects).filter((each) => matches(labelsOf(each), end.podSelector));
        const listens = met.some((each) =>
          each.spec.template.spec.containers.some((one: Manifest) =>
            one.ports?.some(({ containerPort }: Manifest) => containerPort === allowed[0].port),
          ),
        );
        return listens ? [] : [`${policy} leads nowhere`];
      }),
  );
}
