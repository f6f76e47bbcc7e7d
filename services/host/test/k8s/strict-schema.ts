import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Manifest } from './render.js';

/** The package that describes an API group; kubernetes-models describes the groups of Kubernetes itself. */
const packages: Record<string, string> = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};
const objectStore = 'barmancloud.cnpg.io/v1 ObjectStore';

export const titleOf = (object: Manifest) => `${object.kind}/${object.metadata?.name}`;

const moduleOf = ({ apiVersion, kind }: Manifest) =>
  `${packages[apiVersion.split('/')[0]] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;

/**
 * Returns fields that the API does not have, values of a wrong type, and what the API server would reject by its schemas:
 * missing fields, patterns and ranges.
 */
export async function schemaProblems(objects: Manifest[]): Promise<string[]> {
  const problems = typeProblems(objects);
  // Jest imports one module after the other.
  for (const object of objects) problems.push(...(await rejectionOf(object)));
  return problems;
}

async function rejectionOf(object: Manifest): Promise<string[]> {
  if (`${object.apiVersion} ${object.kind}` === objectStore) return [];
  try {
    const models = (await import(moduleOf(object))) as Record<string, new (object: Manifest) => { validate(): void }>;
    new models[object.kind]!(object).validate();
    return [];
  } catch (error) {
    return [`${titleOf(object)}: ${(error as Error).message}`];
  }
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const file = path.join(folder, 'manifests.ts');
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
const host = ts.createCompilerHost(options);
const readFile = host.getSourceFile;
/** The files of the types, which every check needs. */
const files = new Map<string, ts.SourceFile | undefined>();
let program: ts.Program | undefined;
/** The errors of each literal that was compiled, because most objects of a check are those of the check before. */
const compiled = new Map<string, string[]>();

function typeProblems(objects: Manifest[]): string[] {
  const literals = objects.map(literalOf);
  const missing = [...new Set(literals)].filter((literal) => !compiled.has(literal));
  if (missing.length > 0) compile(missing);
  return objects.flatMap((object, at) => compiled.get(literals[at]!)!.map((text) => `${titleOf(object)}: ${text}`));
}

/** The object as a literal of its type, because the compiler rejects unknown fields of a literal. */
function literalOf(object: Manifest): string {
  const type =
    `${object.apiVersion} ${object.kind}` === objectStore
      ? `import('./object-store.js').ObjectStore`
      : `import('${moduleOf(object)}').I${object.kind}`;
  return `${type} = ${JSON.stringify(object)};`;
}

function compile(literals: string[]): void {
  const source = literals.map((literal, at) => `export const _${at}: ${literal}`).join('\n');
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, source, rest[0]);
    if (!files.has(name)) files.set(name, readFile(name, ...rest));
    return files.get(name);
  };
  program = ts.createProgram([file], options, host, program);
  const parsed = program.getSourceFile(file)!;
  for (const literal of literals) compiled.set(literal, []);
  for (const { start, messageText } of program.getSemanticDiagnostics(parsed)) {
    const { line } = parsed.getLineAndCharacterOfPosition(start ?? 0);
    compiled.get(literals[line]!)!.push(ts.flattenDiagnosticMessageText(messageText, ' '));
  }
}
