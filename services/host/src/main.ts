import { setFlagsFromString } from 'node:v8';
import { demoAccounts, demoPassword } from '@lead-finder/contracts';
import { AppError, StartError, type Environment } from '@lead-finder/platform';
import { bootstrap } from './bootstrap.js';
import { environment } from './host.config.js';
import { startHost, type RunningHost } from './start-host.js';

// On a large machine V8 lets garbage grow to four times the live heap: an import of a million rows used 420 MB instead
// of 240 MB and was not faster.
setFlagsFromString('--heap-growing-percent=50');

/**
 * Starts the roles that the environment names, prints the address when requests succeed, and stops cleanly on Ctrl-C
 * and SIGTERM, even during the start.
 */
async function main(): Promise<void> {
  const stopAsked = new AbortController();
  process.on('SIGINT', () => stopAsked.abort());
  process.on('SIGTERM', () => stopAsked.abort());
  if (process.argv[2] === 'bootstrap') {
    await bootstrap(environment(), stopAsked.signal);
    process.exit(0);
  }
  const unknown = process.argv.slice(2).find((word) => word !== '--empty');
  if (unknown !== undefined)
    throw new StartError(
      unknown.startsWith('-')
        ? `There is no option ${unknown}. The only one is --empty, which starts without the demo team.`
        : `There is no command ${unknown}. The commands are bootstrap, ${Object.keys(commands).join(', ')}.`,
    );
  const isEmpty = process.argv.includes('--empty');
  const host = await startHost({ ...environment(), ...(isEmpty && { DEMO_DATA: 'off' }) }, stopAsked.signal);
  if (host) {
    announce(host);
    await Promise.race([asked(stopAsked.signal), host.broken]);
    await host.stop();
  }
  process.exit(0);
}

const asked = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

function announce({ url, hasDemo, settings }: RunningHost): void {
  if (hasDemo) {
    const accounts = demoAccounts.map(({ username, role }) => `${username} (${role})`).join(', ');
    console.log(`Demo accounts: ${accounts}; password ${demoPassword}`);
    console.log('To start without them: npm start -- --empty, with another DATA_DIR');
  }
  console.log(url ? `Lead Finder is ready on ${url}` : `Lead Finder runs ${settings.SERVICES.join(', ')}`);
}

function fail(error: unknown): never {
  const isExplained = error instanceof StartError || (error instanceof AppError && error.kind === 'invalid');
  console.error(isExplained ? error.message : error);
  process.exit(1);
}

type Command = (args: string[], environment: Environment) => Promise<void>;

/** The commands that run once and end. Only they load what they need of every service. */
const commands: Record<string, () => Promise<Command>> = {
  audit: async () => (await import('./verify-audit.js')).verifyAudit,
  'widen-ids': async () => (await import('./widen-ids.js')).widenIds,
  seed: async () => (await import('./seed/seed.js')).seed,
  backup: async () => (await import('./backup/backup.js')).backup,
  restore: async () => (await import('./backup/restore.js')).restore,
  'backup-uploads': async () => (await import('./backup/uploads.js')).backupUploads,
  'restore-uploads': async () => (await import('./backup/uploads.js')).restoreUploads,
  'export-person': async () => (await import('./personal-data/personal-data.js')).exportPersonalData,
  'erase-person': async () => (await import('./personal-data/personal-data.js')).erasePersonalData,
};

const command = commands[process.argv[2] ?? ''];
(command ? command().then((run) => run(process.argv.slice(3), environment())) : main()).catch(fail);
