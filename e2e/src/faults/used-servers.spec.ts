import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { roles, serverNames, SplitProduct } from './harness/split-product.js';

interface Workload {
  kind: string;
  spec: { template: { metadata: { labels: Record<string, string> } } };
}

/** Returns the servers that the network policies of Kubernetes let a role reach, by its labels. */
function allowedServers(role: string): string[] {
  const text = readFileSync(new URL(`../../../k8s/base/${role}.yaml`, import.meta.url), 'utf8');
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Workload);
  const { labels } = objects.find(({ kind }) => kind === 'Deployment')!.spec.template.metadata;
  return serverNames.filter((name) => labels[`lead-finder/uses-${name}`] === 'yes');
}

let product: SplitProduct;
beforeAll(async () => void (product = await SplitProduct.start('by proxies')), 120_000);
afterAll(() => product?.stop(), 60_000);

it.each(roles)('%s connects to exactly the servers that its network policies let it reach', (role) => {
  const used = serverNames.filter((name) => product.routesOf(name, [role])[0]!.taken > 0);
  expect(used).toEqual(allowedServers(role));
});
