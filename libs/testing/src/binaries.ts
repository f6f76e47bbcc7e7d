import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The cache of unpacked programs. Git ignores it, and `npm ci` does not delete it. */
export const cache = fileURLToPath(new URL('../../../.cache/servers', import.meta.url));

export interface Binary {
  command: string;
  /** The environment of a command whose libraries are unpacked and not installed. */
  env?: Record<string, string>;
}

export function onPath(command: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.flatMap((folder) => endings.map((ending) => path.join(folder, command + ending))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether this machine can fetch and install packages of Debian or Ubuntu. */
export const isDebianRoot = () =>
  process.getuid?.() === 0 && onPath('apt-get') !== undefined && onPath('dpkg') !== undefined;

interface AptOptions {
  cwd?: string;
  /** Options of apt-get itself. */
  settings?: string[] | undefined;
}

/** Runs apt-get; if it fails, once more with new package lists, which a new machine may not have. */
export async function aptGet(args: string[], { settings = [], ...options }: AptOptions = {}): Promise<string> {
  const call = (given: string[]) =>
    run('apt-get', [...settings, ...given], {
      ...options,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
  try {
    return (await call(args)).stdout;
  } catch {
    await call(['update', '-q']);
    return (await call(args)).stdout;
  }
}

/** Returns the path of a command below a root folder of Debian; of PostgreSQL the newest major. */
function below(root: string, command: string): string | undefined {
  const majors = path.join(root, 'usr/lib/postgresql');
  const ofPostgres = existsSync(majors)
    ? readdirSync(majors)
        .sort()
        .reverse()
        .map((major) => path.join(majors, major, 'bin'))
    : [];
  return [path.join(root, 'usr/bin'), path.join(root, 'usr/sbin'), ...ofPostgres]
    .map((bin) => path.join(bin, command))
    .find(existsSync);
}

function unpacked(folder: string, command: string): Binary | undefined {
  const file = below(folder, command);
  if (!file) return undefined;
  return { command: file, env: { LD_LIBRARY_PATH: librariesIn(folder) } };
}

function librariesIn(folder: string): string {
  const libraries = ['usr/lib', 'lib'].flatMap((lib) => {
    const parent = path.join(folder, lib);
    return existsSync(parent) ? readdirSync(parent).map((entry) => path.join(parent, entry)) : [];
  });
  return libraries.join(':');
}

/** Unpacks the package into the cache. Installing it would start a daemon on the default port. */
async function unpackFromDistribution(command: string, source: string, folder: string): Promise<Binary> {
  await unpackWithDependencies(source, folder);
  const fetched = unpacked(folder, command);
  if (!fetched) throw new Error(`The package ${source} has no command ${command}.`);
  return fetched;
}

async function unpackWithDependencies(source: string, folder: string, ...more: string[]): Promise<void> {
  const plan = await aptGet(['install', '--simulate', '--no-install-recommends', source, ...more]);
  await unpackPackages(
    [...plan.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]!),
    folder,
  );
}

async function unpackPackages(
  packages: string[],
  folder: string,
  settings?: (work: string) => string[],
): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'unpack-'));
  try {
    await aptGet(['download', '-q', ...packages], { cwd: work, settings: settings?.(work) });
    const content = path.join(work, 'content');
    for (const file of readdirSync(work).filter((each) => each.endsWith('.deb')))
      await run('dpkg', ['-x', path.join(work, file), content]);
    try {
      renameSync(content, folder);
    } catch (error) {
      // Another run may have unpacked the same package first.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The distribution's package of each program. */
const packageOf = {
  'nats-server': 'nats-server',
  'redis-server': 'redis-server',
  promtool: 'prometheus',
  postgres: 'postgresql',
  unzip: 'unzip',
} as const;

/** Returns the program: installed, unpacked by an earlier run, or fetched from the distribution now. */
export async function serverBinary(command: keyof typeof packageOf): Promise<Binary> {
  const installed = onPath(command) ?? below('/', command);
  if (installed) return { command: installed };
  const folder = path.join(cache, `${command}-${process.arch}`);
  const ready = unpacked(folder, command);
  if (ready) return ready;
  if (isDebianRoot()) return unpackFromDistribution(command, packageOf[command], folder);
  throw new Error(`No ${command}: it is not installed, and packages can't be fetched here.`);
}

const pythonPackages = 'usr/lib/python3/dist-packages';

/** Returns the environment in which Python of this machine finds OpenStack Swift: installed, or unpacked. */
export async function swiftEnvironment(): Promise<Record<string, string>> {
  const isIn = (root: string) => existsSync(path.join(root, pythonPackages, 'swift/proxy'));
  if (isIn('/')) return {};
  const folder = path.join(cache, `python3-swift-${process.arch}`);
  if (!isIn(folder)) {
    if (!isDebianRoot())
      throw new Error("No OpenStack Swift: it is not installed, and packages can't be fetched here.");
    await unpackWithDependencies('python3-swift', folder);
  }
  return { PYTHONPATH: path.join(folder, pythonPackages), LD_LIBRARY_PATH: librariesIn(folder) };
}

/** Returns the folder of SimpleSAMLphp and PHP, which have a root of their own also if both are installed. */
export async function simpleSamlPhpFolder(): Promise<string> {
  const folder = process.env.SIMPLESAMLPHP_FOLDER ?? path.join(cache, `simplesamlphp-${process.arch}`);
  if (existsSync(folder)) return folder;
  if (!isDebianRoot()) throw new Error("No SimpleSAMLphp: Debian's packages can't be fetched here.");
  await unpackWithDependencies('simplesamlphp', folder, 'php-cli', 'php-xml', 'php-mbstring');
  return folder;
}

/** Returns the command line of the PHP in that folder, with its extensions. */
export function phpIn(folder: string): Binary & { args: string[] } {
  const found = (parent: string, pattern: RegExp) =>
    path.join(
      folder,
      parent,
      readdirSync(path.join(folder, parent)).find((entry) => pattern.test(entry))!,
    );
  const extensions = 'xml dom mbstring ctype posix tokenizer simplexml xmlreader xmlwriter iconv fileinfo'.split(' ');
  const args = ['-n', '-d', `extension_dir=${found('usr/lib/php', /^20\d{6}$/)}`];
  args.push(...extensions.flatMap((name) => ['-d', `extension=${name}`]));
  return { command: found('usr/bin', /^php\d/), args, env: { LD_LIBRARY_PATH: librariesIn(folder) } };
}

const debianKeys = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** PgBouncer of Debian 13 with all that it loads. Debian 12 has 1.18, which does not know prepared statements. */
const pgBouncerPackages =
  'pgbouncer libc6 libevent-2.1-7t64 libcares2 libssl3t64 libpam0g libsystemd0 libaudit1 libcap-ng0 libcap2 libzstd1 zlib1g';

/** Returns the command line of PgBouncer 1.21 or newer. The C library of Debian 13 needs its own loader. */
export async function pgBouncerCommand(): Promise<string[]> {
  if (process.env.PGBOUNCER_COMMAND) return JSON.parse(process.env.PGBOUNCER_COMMAND) as string[];
  const installed = onPath('pgbouncer') ?? below('/', 'pgbouncer');
  if (installed && (await minorOf(installed)) >= 21) return [installed];
  const folder = path.join(cache, `pgbouncer-${process.arch}`);
  if (!existsSync(folder)) {
    if (!isDebianRoot() || !existsSync(debianKeys))
      throw new Error("No pgbouncer from 1.21 on: it is not installed, and Debian's packages can't be fetched here.");
    await unpackPackages(pgBouncerPackages.split(' '), folder, debian13);
  }
  const { command, env } = unpacked(folder, 'pgbouncer')!;
  const loader = process.arch === 'arm64' ? 'usr/lib/ld-linux-aarch64.so.1' : 'usr/lib64/ld-linux-x86-64.so.2';
  return [path.join(folder, loader), '--library-path', env!.LD_LIBRARY_PATH!, command];
}

async function minorOf(pgBouncer: string): Promise<number> {
  const { stdout } = await run(pgBouncer, ['--version']);
  return Number(/PgBouncer 1\.(\d+)/.exec(stdout)![1]);
}

/** Returns options with which apt-get reads the packages of Debian 13 and changes nothing outside this folder. */
function debian13(folder: string): string[] {
  const own = (file: string) => path.join(folder, 'debian-13', file);
  for (const each of ['lists/partial', 'archives/partial']) mkdirSync(own(each), { recursive: true });
  writeFileSync(own('sources.list'), `deb [signed-by=${debianKeys}] http://deb.debian.org/debian trixie main\n`);
  const settings = {
    'Dir::Etc::SourceList': own('sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': own('lists'),
    'Dir::Cache': own(''),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Returns the path of promtool, which checks and tests rules of Prometheus. */
export const promtoolPath = async () => process.env.PROMTOOL_PATH ?? (await serverBinary('promtool')).command;
