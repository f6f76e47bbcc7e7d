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
): Pick<PeriodicTask, 'start' | 'stop'> {
  const files = read.flatMap(([schema, settings]) =>
    fileVariables(schema).flatMap(({ variable, ...secret }) => {
      const file = environment[variable];
      return file ? [{ ...secret, variable, file, schema: schema.shape[secret.name]!, settings }] : [];
    }),
  );

  const tasks = files.map(({ name, variable, file, isReadAgain, mayBeEmpty, schema, settings }) => {
    let reported: unknown;
    const readAgain = async () => {
      const content = readSecretFile(variable, file, mayBeEmpty && settings[name] === undefined);
      if (content === '') return false;
      const { data, error } = schema.safeParse(content);
      if (error)
        throw new StartError(`${name}: the content of '${file}' was given, expected ${error.issues[0]!.message}`);
      if (data === settings[name] || data === reported) return false;
      reported = data;
      if (isReadAgain) {
        settings[name] = data;
        log.info({ setting: variable }, 'A secret has changed. The process uses the new value.');
      } else log.warn({ setting: variable }, 'A secret has changed. Restart this process to use it.');
      return false;
    };
    return new PeriodicTask(`Reading the file of ${variable}`, readAgain, everyMs, log);
  });
  return {
    start: () => tasks.forEach((task) => task.start()),
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  };
}
