import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Spec {
  project: string;
  file: string;
  needs: string[];
}

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));
const { findSpecs } = (await import(path.join(scripts, 'test-selection.mjs'))) as { findSpecs: () => Spec[] };
const { affectedSpecs } = (await import(path.join(scripts, 'affected-specs.mjs'))) as {
  affectedSpecs: (specs: Spec[], changed: string[]) => Spec[];
};

const all = findSpecs();
const affectedBy = (...changed: string[]) => affectedSpecs(all, changed).map(({ file }) => file);
const projectsOf = (files: string[]) => [
  ...new Set(all.filter(({ file }) => files.includes(file)).map(({ project }) => project)),
];
/** This spec names no document in full, because it would count as its reader. */
const document = (name: string) => `docs/${name}.md`;
const progress = 'services/progress/src';
const users = 'services/users/src';

describe('the specs that `npm test -- --changed` runs', () => {
  it('are, after a change of a rule, its spec and those of its importers, in its project', () => {
    const files = affectedBy(`${progress}/schedule/schedule.rules.ts`);
    expect(files).toEqual(
      expect.arrayContaining([
        `${progress}/schedule/schedule.rules.spec.ts`,
        `${progress}/schedule/scheduled-mails.spec.ts`,
      ]),
    );
    expect(projectsOf(files)).toEqual(['progress']);
    expect(files).not.toContain(`${progress}/contact/contact.policy.spec.ts`);
  });

  it('are, after a change of a rule, none that only start their servers by it', () => {
    const rule = 'libs/platform/src/embedded-postgres/buffers.rules';
    expect(affectedBy(`${rule}.ts`)).toEqual([`${rule}.spec.ts`]);
  });

  it('are, after a change of a handler, those that call its requests', () => {
    const files = affectedBy(`${users}/audit/audit.handlers.ts`);
    expect(files).toEqual(
      expect.arrayContaining([`${users}/audit/audit.handlers.spec.ts`, `${users}/session/session-ending.spec.ts`]),
    );
    expect(files).not.toContain(`${users}/password/passwords.spec.ts`);
    expect(projectsOf(files)).toEqual(['users']);
  });

  it('are, after a change of the platform, those of every project that uses it', () => {
    const projects = projectsOf(affectedBy('libs/platform/src/errors/app-error.ts'));
    expect(projects).toEqual(expect.arrayContaining(['platform', 'leads', 'progress', 'gateway']));
    expect(projects).not.toContain('web');
    expect(projects).not.toContain('e2e');
  });

  it('are, after a change of one of them, itself', () => {
    expect(affectedBy(`${users}/password/passwords.spec.ts`)).toEqual([`${users}/password/passwords.spec.ts`]);
  });

  it('are those that name a changed document, and none if none names it', () => {
    expect(affectedBy(document('decisions/0001-one-image-many-roles'))).toEqual([]);
    expect(affectedBy(document('configuration'))).toContain('services/host/src/settings.spec.ts');
  });

  it('are all after a change of the packages', () => {
    expect(affectedBy('package-lock.json')).toEqual(all.map(({ file }) => file));
  });
});

it('The specs that start PgBouncer need it, and no others', () => {
  const needing = all.filter(({ needs }) => needs.includes('pgbouncer')).map(({ file }) => file);
  expect(needing).toEqual(['libs/platform/src/database/pooler.spec.ts', 'services/host/src/behind-pooler.spec.ts']);
});
