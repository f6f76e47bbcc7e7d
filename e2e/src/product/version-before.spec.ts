import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runFolder } from '@lead-finder/testing';
import { commitBefore } from './version-before.js';

const migration = (service: string, number: string) => `services/${service}/src/migrations/${number}-name.ts`;

class History {
  readonly folder = runFolder('history');
  private changes = 0;

  constructor() {
    this.git('init', '--quiet');
  }

  git(...args: string[]): string {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'tag.gpgSign=false'];
    return execFileSync('git', ['-C', this.folder, ...author, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  /** Commits a change of a file, and returns the commit. */
  add(file: string, tag?: string): string {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), String(++this.changes));
    this.git('add', '.');
    this.git('commit', '--quiet', '--message', file, '--no-gpg-sign');
    if (tag) this.git('tag', tag);
    return this.git('rev-parse', 'HEAD');
  }
}

describe('the version before the newest migration', () => {
  let history: History;
  let oldest: string;
  beforeEach(() => {
    history = new History();
    oldest = history.add(migration('users', '0001'));
  });

  it('is the commit before it, if there is no release', () => {
    history.add(migration('leads', '0001'));
    const before = history.add('README.md');
    history.add(migration('users', '0002'));
    history.add(migration('users', '0001'));
    expect(commitBefore(history.folder, '')).toBe(before);
  });

  it('is the newest release without it', () => {
    history.add('a.ts', 'v0.9.0');
    history.add('b.ts', 'v0.10.0-rc-1');
    const release = history.add('b.ts', 'v0.10.0');
    history.add('c.ts');
    history.add(migration('places', '0001'), 'v0.11.0');
    history.add('d.ts', 'v0.12.0');
    expect(commitBefore(history.folder, '')).toBe(release);
  });

  it('is the one that is asked for', () => {
    history.add('a.ts', 'v0.1.0');
    expect(commitBefore(history.folder, oldest.slice(0, 9))).toBe(oldest);
    expect(() => commitBefore(history.folder, 'v0.2.0')).toThrow('Needed a single revision');
  });

  it('is missing in a clone without history, which says how to get it', () => {
    history.add(migration('users', '0002'));
    const shallow = runFolder('shallow');
    history.git('clone', '--quiet', '--depth=1', `file://${history.folder}`, shallow);
    expect(() => commitBefore(shallow, '')).toThrow('git fetch --unshallow --tags');
  });
});
