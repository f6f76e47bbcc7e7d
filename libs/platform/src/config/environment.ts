import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** An error of the start that the operator can fix. It is printed without a stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

export type Environment = Record<string, string | undefined>;

/** One setting per key, named like the environment variable, with `.describe()` for docs/configuration.md. */
export type SettingsSchema = z.ZodObject;

/**
 * The settings that are secret: no message shows their value, and `<NAME>_FILE` may name a file that holds it. Set
 * `isReadAgain` if every use reads the setting anew, so that a changed file takes effect without a restart, and
 * `mayBeEmpty` if an empty file means that the setting is not set.
 */
export const secretSettings = z.registry<{ isReadAgain: boolean; mayBeEmpty?: boolean }>();

/** Returns the variables that name the files of the schema's secrets. */
export const fileVariables = ({ shape }: SettingsSchema) =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const secret = secretSettings.get(schema);
    return secret ? [{ name, variable: `${name}_FILE`, ...secret }] : [];
  });

/** Throws one StartError that lists every wrong setting (docs/product/running.md#settings). Empty means not set. */
export function readSettings<S extends SettingsSchema>(schemas: readonly S[], environment: Environment): z.output<S>[] {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const { values, problems } = readSecretFiles(schemas, given);
  const settings = schemas.map((schema) => {
    const parsed = schema.safeParse({ ...given, ...values });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const name = String(path[0]);
      if (problems.has(name)) continue;
      const isSecret = secretSettings.get(schema.shape[name]!) !== undefined;
      const found =
        name in values ? `the content of '${given[`${name}_FILE`]}' was given` : describe(name, given[name], isSecret);
      problems.set(name, `${name}: ${found}, expected ${message}`);
    }
    return parsed.data as z.output<S>;
  });
  if (problems.size > 0) throw new StartError(['Some settings are wrong:', ...problems.values()].join('\n  '));
  return settings;
}

function readSecretFiles(schemas: readonly SettingsSchema[], given: Record<string, string>) {
  const values: Record<string, string> = {};
  const problems = new Map<string, string>();
  for (const { name, variable, mayBeEmpty } of schemas.flatMap(fileVariables)) {
    const file = given[variable];
    if (file === undefined) continue;
    if (name in given) problems.set(name, `${name} and ${variable} are both set: set only one of them`);
    else
      try {
        const content = readSecretFile(variable, file, mayBeEmpty);
        if (content !== '') values[name] = content;
      } catch (error) {
        problems.set(name, (error as Error).message);
      }
  }
  return { values, problems };
}

/** Returns the content without one line break at its end. */
export function readSecretFile(variable: string, file: string, mayBeEmpty = false): string {
  const refused = (why: string) => new StartError(`${variable}: '${file}' was given, but the file ${why}`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as { code?: string };
    throw refused(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
  }
  if (content === '' && !mayBeEmpty) throw refused('is empty');
  return content;
}

function describe(name: string, value: string | undefined, isSecret: boolean): string {
  if (value === undefined) return 'is not set';
  if (!isSecret) return `'${value.replace(/:\/\/([^:@/]*:)?.*@/, '://$1***@')}' was given`;
  return `'${name.includes('URL') ? withoutSecrets(value) : '***'}' was given`;
}

function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return '***';
  const { protocol, host, pathname, search, hash } = new URL(address);
  // A password may contain /, ? and #, so an @ behind the host means that the host is a part of the password.
  return host === '' || `${pathname}${search}${hash}`.includes('@') ? '***' : `${protocol}//${host}`;
}

export const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `a whole number from ${min} to ${max}`).max(max, `a whole number from ${min} to ${max}`));
export const switchSetting = z.enum(['on', 'off'], { error: "'on' or 'off'" }).transform((value) => value === 'on');

export const timeZoneSetting = z
  .string()
  .refine(isTimeZone, 'the name of a time zone, such as America/Chicago')
  .default('UTC')
  .describe('Days, weeks and months are counted in it');

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
