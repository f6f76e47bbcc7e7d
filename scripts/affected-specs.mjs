// Finds the specs that a change can break: they import a changed file, or use a request that it handles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projects, workspace } from './test-selection.mjs';

const script = /\.(tsx?|mjs)$/;
/** These files put a whole service or the whole page together. A change of a part does not count as one of the whole. */
const wiring = /\.module\.ts$|^services\/\w+\/src\/index\.ts$|^gateway\/src\/index\.ts$|^web\/src\/(app\/|main\.tsx$)/;
/** Any project may use these. A change of another one counts for its own specs: those of host and e2e start the product. */
const shared = ['contracts', 'workbooks', 'platform', 'testing'];
const rules = /\.rules\.tsx?$/;
/** Most specs start what they test by these. A rule behind that has specs of its own. */
const starts = /^libs\/testing\/|^services\/host\/test\/start-/;
const everySpecs = /^(package(-lock)?\.json|jest\.config\.base\.mjs)$/;
const imports = /\b(import|export)\s+(type\s+)?([\w$*{},\s]*?)\s*\bfrom\s+'([^']+)'/g;
const destructured = /\{([^{}]*)\}\s*=\s*await import\('([^']+)'\)/g;
const wholes = /(?<!typeof )(?<!= await )\b(?:import\(|import |new URL\(|require\(|mock\()\s*'([^']+)'/g;
const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|enum|class|interface|type|function\*?) ([\w$]+)/gm;
const handled = /@(?:Handle|OnEvent|OnEventBatch)\((\w+)\)/g;

const posix = (file) => file.split(path.sep).join('/');

function readScripts() {
  const folders = [...projects.map(({ folder }) => folder), 'scripts'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(workspace, folder), { recursive: true })
      .map((file) => posix(path.join(folder, file)))
      .filter((file) => script.test(file) && !/(^|\/)(dist|node_modules|\.cache)\//.test(file)),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(workspace, file), 'utf8')]));
}

const folderOf = new Map(projects.map(({ name, folder }) => [name, folder]));

function targetOf(texts, file, source) {
  const own = /^@lead-finder\/([\w-]+)(\/.+)?$/.exec(source);
  if (own) {
    const folder = folderOf.get(own[1]);
    const entry = own[2] ? `src${own[2]}${own[2]}.ts` : 'src/index.ts';
    return [`${folder}/${entry}`].find((candidate) => texts.has(candidate));
  }
  if (!source.startsWith('.')) return undefined;
  const at = path.posix.join(path.posix.dirname(file), source);
  const bare = at.replace(/\.js$/, '');
  return [at, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`].find((candidate) => texts.has(candidate));
}

function linksOf(texts, file) {
  const text = texts.get(file);
  const links = [];
  for (const [, keyword, isType, clause, source] of text.matchAll(imports)) {
    const target = isType ? undefined : targetOf(texts, file, source);
    if (!target) continue;
    const named = /\{([^]*)\}/.exec(clause)?.[1].split(',') ?? [];
    const names = named.map((each) => each.trim()).filter((each) => each && !each.startsWith('type '));
    const whole = clause.includes('*') || /^[\w$]+/.test(clause.trim());
    links.push({ target, isExport: keyword === 'export', whole, names: names.map((each) => each.split(/\s+as\s+/)) });
  }
  for (const [, clause, source] of text.matchAll(destructured)) {
    const target = targetOf(texts, file, source);
    const names = clause.split(',').flatMap((each) => /[\w$]+/.exec(each)?.[0] ?? []);
    if (target) links.push({ target, isExport: false, whole: false, names: names.map((name) => [name]) });
  }
  for (const [, source] of text.matchAll(wholes)) {
    const target = targetOf(texts, file, source);
    if (target) links.push({ target, isExport: false, whole: true, names: [] });
  }
  return links;
}

function importGraph() {
  const texts = readScripts();
  const links = new Map([...texts.keys()].map((file) => [file, linksOf(texts, file)]));
  const own = new Map(
    [...texts].map(([file, text]) => [file, new Set([...text.matchAll(declared)].map(([, n]) => n))]),
  );
  const definer = (file, name, seen = new Set()) => {
    if (own.get(file).has(name) || seen.has(file)) return own.get(file).has(name) ? file : undefined;
    seen.add(file);
    for (const { target, isExport, whole, names } of links.get(file)) {
      if (!isExport) continue;
      const given = names.find(([from, to = from]) => to === name);
      const found = given ? (definer(target, given[0], seen) ?? target) : whole && definer(target, name, seen);
      if (found) return found;
    }
    return undefined;
  };
  const importers = new Map([...texts.keys()].map((file) => [file, new Set()]));
  /** Importers of an index, which count only if the index itself changes. */
  const ofIndex = new Map();
  for (const [file, each] of links) {
    for (const { target, isExport, whole, names } of each) {
      if (isExport && whole) continue;
      const used = whole ? [target] : names.map(([name]) => definer(target, name) ?? target);
      for (const definition of used) if (!isExport) importers.get(definition).add(file);
      if (!used.includes(target)) ofIndex.set(target, [...(ofIndex.get(target) ?? []), file]);
    }
  }
  return { texts, importers, ofIndex };
}

function reachedFrom({ importers, ofIndex }, file) {
  const reached = new Set([file, ...(ofIndex.get(file) ?? [])]);
  for (const each of reached) {
    if (each !== file && (wiring.test(each) || (rules.test(file) && starts.test(each)))) continue;
    for (const importer of importers.get(each) ?? []) reached.add(importer);
  }
  return reached;
}

const inProject = (file) => projects.find(({ folder }) => file.startsWith(`${folder}/`));

function ofRequests(texts, files, specs) {
  return files.flatMap((file) => {
    const names = [...(texts.get(file) ?? '').matchAll(handled)].map(([, name]) => name);
    if (names.length === 0) return [];
    const uses = new RegExp(`\\b(${names.join('|')})\\b`);
    return specs.filter((spec) => spec.project === inProject(file)?.name && uses.test(texts.get(spec.file)));
  });
}

function nearest(file, specs) {
  const root = inProject(file)?.folder;
  for (let folder = path.posix.dirname(file); root && folder.startsWith(root); folder = path.posix.dirname(folder)) {
    const beside = specs.filter((spec) => spec.file.startsWith(`${folder}/`));
    if (beside.length > 0) return beside;
  }
  return [];
}

export function affectedSpecs(specs, changed) {
  if (changed.some((file) => everySpecs.test(file))) return specs;
  const graph = importGraph();
  const affected = new Set();
  for (const file of changed) {
    const name = path.posix.basename(file);
    if (!graph.texts.has(file)) {
      const isNamed = ({ file: spec }) => graph.texts.get(spec).includes(name);
      if (existsSync(path.join(workspace, file))) for (const spec of specs.filter(isNamed)) affected.add(spec);
      continue;
    }
    const changedSpec = specs.find((spec) => spec.file === file);
    if (changedSpec) {
      affected.add(changedSpec);
      continue;
    }
    const reached = reachedFrom(graph, file);
    const project = inProject(file)?.name;
    const leftOut = rules.test(file) ? ['host', 'e2e'] : ['e2e'];
    const inReach = specs.filter((spec) =>
      shared.includes(project) ? !leftOut.includes(spec.project) : spec.project === project,
    );
    const found = inReach.filter((spec) => reached.has(spec.file));
    // The specs of a rule import it. Anything else is also tested by its requests, or through the page.
    if (found.length === 0 || !rules.test(file)) {
      const used = ofRequests(graph.texts, [...reached], inReach);
      found.push(...(used.length > 0 ? used : nearest(file, inReach)));
    }
    for (const spec of found) affected.add(spec);
  }
  return specs.filter((spec) => affected.has(spec));
}
