import type { Manifest } from './render.js';
import { titleOf } from './strict-schema.js';

export const workloads = (objects: Manifest[]) =>
  objects.filter(({ kind }) => ['Deployment', 'StatefulSet', 'CronJob'].includes(kind));
export const ofKind = (objects: Manifest[], kind: string) => objects.filter((object) => object.kind === kind);
const templateOf = ({ spec }: Manifest): Manifest => (spec.jobTemplate?.spec ?? spec).template;
export const podOf = (workload: Manifest): Manifest => templateOf(workload).spec;
export const labelsOf = (workload: Manifest): Record<string, string> => templateOf(workload).metadata.labels;
export const containersOf = (workload: Manifest): Manifest[] => [
  ...(podOf(workload).initContainers ?? []),
  ...podOf(workload).containers,
];
export const isOwn = (workload: Manifest) => labelsOf(workload)['app.kubernetes.io/part-of'] === 'lead-finder';
/** A role of the product, unlike what prepares the database or backs it up. */
export const isService = (workload: Manifest) => labelsOf(workload)['app.kubernetes.io/component'] === 'service';

export const matches = (labels: Record<string, string>, { matchLabels = {}, matchExpressions = [] }: Manifest = {}) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }: Manifest) =>
    operator === 'Exists' ? key in labels : values.includes(labels[key]),
  );

/** Returns the Services, budgets and autoscalers that do not match exactly one workload and its named ports. */
export function selectionProblems(objects: Manifest[]): string[] {
  const running = workloads(objects).filter(({ kind }) => kind !== 'CronJob');
  const services = ofKind(objects, 'Service').flatMap((service) => {
    const meant = running.filter((each) => matches(labelsOf(each), { matchLabels: service.spec.selector }));
    if (meant.length !== 1) return [`${titleOf(service)} selects ${meant.length} workloads`];
    const ports = portsOf(meant[0]);
    return service.spec.ports
      .filter(({ targetPort }: Manifest) => !ports.has(targetPort))
      .map(({ targetPort }: Manifest) => `${titleOf(service)}: no port ${targetPort}`);
  });
  const budgets = ofKind(objects, 'PodDisruptionBudget').flatMap((budget) => {
    const meant = running.filter((each) => matches(labelsOf(each), budget.spec.selector));
    return meant.length === 1 ? [] : [`${titleOf(budget)} selects ${meant.length} workloads`];
  });
  const scaled = scalersOf(objects).map(({ spec }) => spec.scaleTargetRef.name);
  const deployments = ofKind(objects, 'Deployment').flatMap((deployment) => {
    const times = scaled.filter((name) => name === deployment.metadata.name).length;
    const isBudgeted = ofKind(objects, 'PodDisruptionBudget').some(({ spec }) =>
      matches(labelsOf(deployment), spec.selector),
    );
    const problems = [
      isService(deployment) && times !== 1 && `has ${times} autoscalers`,
      isService(deployment) && !isBudgeted && 'has no disruption budget',
      !matches(labelsOf(deployment), deployment.spec.selector) && 'does not select its own pods',
    ];
    return problems.filter(Boolean).map((problem) => `${titleOf(deployment)} ${problem}`);
  });
  return [...services, ...budgets, ...deployments, ...entryProblems(objects)];
}

export const scalersOf = (objects: Manifest[]) => [
  ...ofKind(objects, 'HorizontalPodAutoscaler'),
  ...ofKind(objects, 'ScaledObject'),
];

function entryProblems(objects: Manifest[]): string[] {
  const ofIngresses = ofKind(objects, 'Ingress').flatMap((ingress) =>
    ingress.spec.rules
      .flatMap((rule: Manifest) => rule.http.paths)
      .map(({ backend: { service } }: Manifest) => ({ from: ingress, name: service.name, port: service.port.name })),
  );
  const ofRoutes = ofKind(objects, 'HTTPRoute').flatMap((route) =>
    route.spec.rules
      .flatMap(({ backendRefs }: Manifest) => backendRefs)
      .map(({ name, port }: Manifest) => ({ from: route, name, port })),
  );
  return [...ofIngresses, ...ofRoutes].flatMap(({ from, name, port }) => {
    const service = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === name);
    const has = service?.spec.ports.some((each: Manifest) => each.name === port || each.port === port);
    return has ? [] : [`${titleOf(from)}: no port ${port} of ${name}`];
  });
}

const portsOf = (workload: Manifest) =>
  new Set<string>(
    podOf(workload).containers.flatMap(({ ports = [] }: Manifest) => ports.map(({ name }: Manifest) => name)),
  );

/**
 * Returns the pods outside the 'restricted' standard, those of the product that fix a user, and the containers without
 * resources or without probes on existing ports.
 */
export function podProblems(objects: Manifest[]): string[] {
  const accounts = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
  return workloads(objects).flatMap((workload) => {
    const pod = podOf(workload);
    const { runAsUser, runAsGroup, runAsNonRoot, seccompProfile } = pod.securityContext ?? {};
    const problems = [
      pod.automountServiceAccountToken !== false && 'carries a token',
      pod.enableServiceLinks !== false && 'gets the environment of every Service',
      pod.serviceAccountName &&
        !accounts.includes(pod.serviceAccountName) &&
        `has no account ${pod.serviceAccountName}`,
      runAsNonRoot !== true && 'may run as root',
      isOwn(workload) && (runAsUser ?? runAsGroup) !== undefined && 'runs under one user only',
      !isOwn(workload) && !(runAsUser > 0) && 'names no user',
      seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
      (pod.hostNetwork || pod.hostPID || pod.hostIPC) && 'shares what is the host’s',
      pod.volumes?.some((volume: Manifest) => volume.hostPath) && 'mounts a folder of the host',
      ...containersOf(workload).flatMap((container) => containerProblems(workload, container)),
    ];
    return problems.filter(Boolean).map((problem) => `${titleOf(workload)} ${problem}`);
  });
}

function containerProblems(workload: Manifest, container: Manifest) {
  const { securityContext = {}, resources, image, volumeMounts = [] } = container;
  const ports = portsOf(workload);
  const probes = isService(workload) || !isOwn(workload) ? ['startupProbe', 'livenessProbe', 'readinessProbe'] : [];
  return [
    securityContext.allowPrivilegeEscalation !== false && 'may gain rights',
    securityContext.readOnlyRootFilesystem !== true && 'may write its root',
    securityContext.privileged && 'is privileged',
    String(securityContext.capabilities?.drop) !== 'ALL' && 'does not drop all capabilities',
    securityContext.capabilities?.add && 'adds capabilities',
    (!resources?.requests?.cpu ||
      !resources.requests.memory ||
      resources.limits?.memory !== resources.requests.memory) &&
      'has no bounds',
    !/:[\w.-]+$/.test(image) && `runs ${image} of no version`,
    ...volumeMounts.map(
      ({ name }: Manifest) => !volumeNames(workload).includes(name) && `mounts ${name}, which is no volume`,
    ),
    ...probes.map((probe) => {
      const { httpGet, tcpSocket, exec } = container[probe] ?? {};
      if (!httpGet && !tcpSocket && !exec) return `has no ${probe}`;
      return !exec && !ports.has((httpGet ?? tcpSocket).port) && `${probe} asks a port that is not there`;
    }),
  ];
}

const volumeNames = (workload: Manifest): string[] => [
  ...(podOf(workload).volumes ?? []).map(({ name }: Manifest) => name),
  ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => metadata.name),
];
