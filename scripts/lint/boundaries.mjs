import path from 'node:path';
import { workspace } from './workspace-files.mjs';

/** The projects that a project may import. Specs may import `testing` too. */
const services = ['users', 'places', 'leads', 'imports', 'progress'];
const allowed = {
  contracts: [],
  workbooks: [],
  platform: ['contracts'],
  gateway: ['contracts', 'platform', 'workbooks'],
  web: ['contracts', 'workbooks'],
  host: ['contracts', 'platform', 'workbooks', 'gateway', ...services],
  testing: ['contracts', 'platform'],
  e2e: ['contracts', 'workbooks', 'testing'],
  ...Object.fromEntries(services.map((service) => [service, ['contracts', 'platform']])),
  imports: ['contracts', 'platform', 'workbooks'],
};
const entries = ['platform/embedded-postgres'];
const busNames = /bus|outbox|transport|dispatcher|handle|consumer|relay/i;

export function locate(file) {
  const parts = file.split('/');
  const depth = ['libs', 'services'].includes(parts[0]) ? 2 : 1;
  const name = parts[depth - 1];
  return name in allowed && parts.length > depth ? { name, inside: parts.slice(depth).join('/') } : undefined;
}

const feature = (inside) => /^src\/features\/([^/]+)/.exec(inside)?.[1];
const isSpec = (inside) => /\.spec\.tsx?$/.test(inside) || inside.startsWith('test/');

function objection(from, file, source, names) {
  const { name, inside } = from;
  const spec = isSpec(inside);
  if (source.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), source);
    const to = locate(target);
    if (target.startsWith('scripts/') && spec && ['testing', 'e2e'].includes(name)) return undefined;
    if (to?.name !== name) return `A relative import stays inside its project: ${source} leaves ${name}.`;
    const theirs = feature(to.inside);
    const isApp = /^src\/(app\/|main\.tsx?$)/.test(inside);
    if (name === 'web' && theirs && theirs !== feature(inside) && !isApp && !spec) {
      return `Only app/ puts features together: this file may not import the feature ${theirs}.`;
    }
    return undefined;
  }
  const pure = /\.(entity|policy|rules)\.ts$/.test(inside);
  if (pure && source.startsWith('@nestjs/')) return 'Entities, policies and rules know nothing of Nest.';
  const own = /^@lead-finder\/(.+)$/.exec(source)?.[1];
  if (own === undefined) {
    const free = name !== 'contracts' || spec || source === 'zod';
    return free ? undefined : `Contracts import zod only, so that the page can load them: not ${source}.`;
  }
  const [project] = own.split('/');
  const reachable = [...allowed[name], ...(spec || name === 'e2e' ? ['testing'] : [])];
  if (!reachable.includes(project)) return `${name} may not import ${project}.`;
  if (own !== project && !entries.includes(own)) return `Import ${project} by its index: not ${source}.`;
  const bus = project === 'platform' && pure ? names.find((imported) => busNames.test(imported)) : undefined;
  return bus && `Entities, policies and rules know nothing of the bus: not ${bus}.`;
}

/** Enforces the table of imports in docs/ARCHITECTURE.md. */
export const boundaries = {
  meta: { type: 'problem', schema: [], docs: { description: 'Who may import whom.' } },
  create(context) {
    const file = path.relative(workspace, context.filename).split(path.sep).join('/');
    const from = locate(file);
    if (!from || !/^(src|test)\//.test(from.inside)) return {};
    const check = (node, source, names = []) => {
      if (typeof source?.value !== 'string') return;
      const message = objection(from, file, source.value, names);
      if (message) context.report({ node, message });
    };
    const nameOf = (specifier) => specifier.imported?.name ?? specifier.local.name;
    return {
      ImportDeclaration: (node) => check(node, node.source, node.specifiers.map(nameOf)),
      ImportExpression: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
    };
  },
};
