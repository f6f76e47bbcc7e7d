import type { Logger } from '../logging/logger.js';
import { PeriodicTask } from '../jobs/periodic-task.js';
import { fileVariables, readSecretFile, StartError, type Environment, type SettingsSchema } from './environment.js';

/** What a process has read: a schema, and its settings in the object that every user of them holds. */
export type ReadSettings = readonly [SettingsSchema, Record<string, unknown>];

/**
 * Reads the files of secrets repeatedly. It puts a changed value into the settings if all users read it again, and asks for
 * a restart if not. It compares contents, because Kubernetes and editors replace a file in different ways.
 */
export function watchSecretFiles(
  read: readonly ReadSettings[],
  environment: Environment,
  log: Logger,
  everyMs = 10_000,
): PeriodicTask {
  const files = read.flatMap(([schema, settings]) =>
    fileVariables(schema).flatMap(({ variable, ...secret }) => {
      const file = environment[variable];
      return file ? [{ ...secret, variable, file, schema: schema.shape[secret.name]!, settings }] : [];
    }),
  );
  const reported = new Map<string, unknown>();

  const readAgain = ({ name, variable, file, isReadAgain, schema, settings }: (typeof files)[number]) => {
    const { data, error } = schema.safeParse(readSecretFile(variable, file));
    if (error)
      throw new StartError(`${name}: the content of '${file}' was given, expected ${error.issues[0]!.message}`);
    if (data === settings[name] || data === reported.get(name)) return;
    reported.set(name, data);
    if (!isReadAgain) return log.warn({ setting: variable }, 'A secret has changed. Restart this process to use it.');
    settings[name] = data;
    log.info({ setting: variable }, 'A secret has changed. The process uses the new value.');
  };

  const work = async () => {
    const problems = files.flatMap((file) => {
      try {
        readAgain(file);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    if (problems.length > 0) throw new StartError(problems.join('; '));
    return false;
  };
  return new PeriodicTask('Reading the files of secrets', work, everyMs, log);
}
