import type { Manifest } from './build-overlay.js';
import { titleOf } from './strict-schema.js';

export const workloads = (objects: Manifest[]) =>
  objects.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind));
export const ofKind = (objects: Manifest[], kind: string) => objects.filter((object) => object.kind === kind);
export const podOf = (workload: Manifest): Manifest => workload.spec.template.spec;
export const labelsOf = (workload: Manifest): Record<string, string> => workload.spec.template.metadata.labels;

export const matches = (labels: Record<string, string>, selector: Manifest = {}) =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);

/** Returns the Services, budgets and autoscalers that do not match exactly one workload and its named ports. */
export function selectionProblems(objects: Manifest[]): string[] {
  const running = workloads(objects).filter(({ kind }) => kind !== 'Job');
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
  const scaled = [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')].map(
    ({ spec }) => spec.scaleTargetRef.name,
  );
  const deployments = ofKind(objects, 'Deployment').flatMap((deployment) => {
    const times = scaled.filter((name) => name === deployment.metadata.name).length;
    return [
      ...(times === 1 ? [] : [`${titleOf(deployment)} has ${times} autoscalers`]),
      ...(ofKind(objects, 'PodDisruptionBudget').some(({ spec }) => matches(labelsOf(deployment), spec.selector))
        ? []
        : [`${titleOf(deployment)} has no disruption budget`]),
      ...(matches(labelsOf(deployment), deployment.spec.selector)
        ? []
        : [`${titleOf(deployment)} does not select its own pods`]),
    ];
  });
  const ingresses = ofKind(objects, 'Ingress').flatMap((ingress) =>
    ingress.spec.rules
      .flatMap((rule: Manifest) => rule.http.paths)
      .flatMap(({ backend }: Manifest) => {
        const service = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === backend.service.name);
        const has = service?.spec.ports.some(({ name }: Manifest) => name === backend.service.port.name);
        return has ? [] : [`${titleOf(ingress)}: no port ${backend.service.port.name} of ${backend.service.name}`];
      }),
  );
  return [...services, ...budgets, ...deployments, ...ingresses];
}

const portsOf = (workload: Manifest) =>
  new Set<string>(
    podOf(workload).containers.flatMap(({ ports = [] }: Manifest) => ports.map(({ name }: Manifest) => name)),
  );

/**
 * Returns the containers without all three probes on existing ports, without resources, or outside the 'restricted'
 * standard.
 */
export function podProblems(objects: Manifest[]): string[] {
  return workloads(objects).flatMap((workload) => {
    const pod = podOf(workload);
    const ports = portsOf(workload);
    const accounts = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
    const problems = [
      pod.automountServiceAccountToken !== false && 'carries a token',
      pod.enableServiceLinks !== false && 'gets the environment of every Service',
      pod.serviceAccountName &&
        !accounts.includes(pod.serviceAccountName) &&
        `has no account ${pod.serviceAccountName}`,
      pod.securityContext?.runAsNonRoot !== true && 'may run as root',
      !(pod.securityContext?.runAsUser > 0) && 'names no user',
      pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
      (pod.hostNetwork || pod.hostPID || pod.hostIPC) && 'shares what is the host’s',
      pod.volumes?.some((volume: Manifest) => volume.hostPath) && 'mounts a folder of the host',
      ...pod.containers.flatMap(
        ({ securityContext = {}, resources, image, volumeMounts = [], ...container }: Manifest) => [
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
          ...(workload.kind === 'Job' ? [] : ['startupProbe', 'livenessProbe', 'readinessProbe']).map((probe) => {
            const { httpGet, tcpSocket, exec } = container[probe] ?? {};
            if (!httpGet && !tcpSocket && !exec) return `has no ${probe}`;
            return !exec && !ports.has((httpGet ?? tcpSocket).port) && `${probe} asks a port that is not there`;
          }),
        ],
      ),
    ];
    return problems.filter(Boolean).map((problem) => `${titleOf(workload)} ${problem}`);
  });
}

const volumeNames = (workload: Manifest): string[] => [
  ...(podOf(workload).volumes ?? []).map(({ name }: Manifest) => name),
  ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => metadata.name),
];
