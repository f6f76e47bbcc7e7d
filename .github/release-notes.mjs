// node .github/release-notes.mjs v1.2.3 [ADDRESS]: fails if the tag, package.json and the changelog do not agree.
import { readFileSync } from 'node:fs';

export function releaseNotes(tag, version, changelog, address) {
  const refuse = (reason) => ({ problem: `No release of ${tag}: ${reason}` });
  if (!/^\d+\.\d+\.\d+(?:-[\d.a-z-]+)?$/i.test(version))
    return refuse(`package.json has no version, but '${version}'.`);
  if (tag !== `v${version}`) return refuse(`package.json has the version ${version}.`);
  const sections = changelog.split(/^## /m).slice(1);
  const [unreleased, newest] = sections.map((section) =>
    /^\[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?\n([^]*)$/.exec(section),
  );
  if (unreleased?.[1] !== 'Unreleased') return refuse('CHANGELOG.md does not begin with [Unreleased].');
  if (unreleased[3].trim()) return refuse('CHANGELOG.md still has changes in [Unreleased].');
  if (newest?.[1] !== version) return refuse(`the newest version in CHANGELOG.md is ${newest?.[1] ?? 'none'}.`);
  if (!newest[2]) return refuse(`CHANGELOG.md has no date for ${version}.`);
  const text = newest[3].trim();
  const notes = address ? text.replace(/\]\((?![a-z]+:|#)/g, `](${address}/blob/${tag}/`) : text;
  return notes ? { notes } : refuse(`CHANGELOG.md says nothing of ${version}.`);
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const [tag, address] = process.argv.slice(2);
  const { notes, problem } = releaseNotes(tag, JSON.parse(read('package.json')).version, read('CHANGELOG.md'), address);
  if (problem) console.error(problem);
  else console.log(notes);
  process.exitCode = problem ? 1 : 0;
}
