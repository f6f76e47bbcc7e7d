// npm run release -- VERSION: cuts a version in CHANGELOG.md and writes it wherever it is named (docs/releasing.md).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathsBelow } from './lint/workspace-files.mjs';

const changelogFile = 'CHANGELOG.md';
const named =
  /(?<="name": "(?:lead-finder|@lead-finder\/[\w-]+)",\s+"version": "|lead-finder\/\/[\w/-]+\?ref=v|newTag: )\d[\w.-]*/g;

export const versionsIn = (text) => text.match(named) ?? [];

/** The files that name the version: those of packages, and kustomizations that name a release or its image. */
export const filesWithVersion = (root) =>
  pathsBelow(root).filter((file) => /(^|\/)(package(-lock)?\.json|kustomization\.yaml)$/.test(file));

const { compare } = new Intl.Collator('en', { numeric: true });
const numbersOf = (version) => version.split('-')[0];
const follows = (version, newest) =>
  version !== newest && compare(numbersOf(version), numbersOf(newest)) >= (newest.includes('-') ? 0 : 1);

/** Returns the changelog with [Unreleased] as the section of the version. */
export function cutVersion(changelog, version, date) {
  const refuse = (reason) => {
    throw new Error(`No release ${version}: ${reason}`);
  };
  const [, unreleased, newest] =
    /^## \[Unreleased\]\n([^]*?)^## \[(.+)\]/m.exec(changelog) ??
    refuse(`${changelogFile} does not begin with [Unreleased] and the newest version.`);
  if (!/^\d+\.\d+\.\d+(-[\d.a-z-]+)?$/.test(version)) refuse(`a version is written like ${newest}.`);
  if (!follows(version, newest)) refuse(`the newest version is ${newest}.`);
  if (!unreleased.trim()) refuse(`${changelogFile} has no changes in [Unreleased].`);
  if (!unreleased.trim().startsWith('### Upgrade\n')) refuse('[Unreleased] does not begin with ### Upgrade.');
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`);
}

export function release(root, version, date = new Date().toISOString().slice(0, 10)) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const write = (file, text) => writeFileSync(path.join(root, file), text);
  write(changelogFile, cutVersion(read(changelogFile), version, date));
  for (const file of filesWithVersion(root)) write(file, read(file).replace(named, version));
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const version = process.argv[2] ?? '';
  try {
    release(fileURLToPath(new URL('..', import.meta.url)), version);
    console.log(`The files name ${version}. Commit them, and push the tag v${version} once they are on main.`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
