// Checks the lock file, because npm silently omits optional packages that the registry does not have.
// If the newest release lacks a platform, an override in package.json pins the newest complete one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64'];

function locate(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!at.includes('/node_modules/')) {
      return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
    }
  }
}

const fits = (rule, value) =>
  !rule || rule.includes(value) || (rule.every((r) => r.startsWith('!')) && !rule.includes(`!${value}`));

function covered(packages, names) {
  const built = names.map((name) => packages[name]).filter((entry) => entry?.os && entry.cpu);
  return platforms.filter((platform) => {
    const [os, cpu] = platform.split('-');
    return built.some((entry) => fits(entry.os, os) && fits(entry.cpu, cpu));
  });
}

export function lockProblems({ packages }) {
  const problems = [];
  for (const [at, entry] of Object.entries(packages)) {
    if (at.includes('node_modules/') && !entry.link) {
      const lacking = ['version', 'resolved', 'integrity'].filter((field) => !entry[field]);
      if (lacking.length > 0) problems.push(`${at} has no ${lacking.join(', no ')}`);
    }
    const optional = Object.keys(entry.optionalDependencies ?? {});
    const found = optional.map((name) => [name, locate(packages, at, name)]);
    for (const [name, entry] of found) if (!entry) problems.push(`${at} wants ${name}, which has no entry`);
    const has = covered(
      packages,
      found.map(([, entry]) => entry),
    );
    if (has.length > 1 && has.length < platforms.length) {
      problems.push(`${at} has no build for ${platforms.filter((p) => !has.includes(p)).join(', ')}`);
    }
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(process.argv[2] ?? new URL('../package-lock.json', import.meta.url), 'utf8'));
  const problems = lockProblems(lock);
  console.log(problems.length === 0 ? 'package-lock.json is complete.' : problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
