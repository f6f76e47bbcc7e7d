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

/** Throws one StartError that lists every wrong setting (docs/product/running.md#settings). Empty means not set. */
export function readSettings<S extends SettingsSchema>(schemas: readonly S[], environment: Environment): z.output<S>[] {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const problems = new Map<string, string>();
  const settings = schemas.map((schema) => {
    const parsed = schema.safeParse(given);
    for (const { path, message } of parsed.error?.issues ?? []) {
      const name = String(path[0]);
      problems.set(
        name,
        `${name}: ${name in given ? `'${hidden(name, given[name]!)}' was given, ` : 'is not set, '}expected ${message}`,
      );
    }
    return parsed.data as z.output<S>;
  });
  if (problems.size > 0) throw new StartError(['Some settings are wrong:', ...problems.values()].join('\n  '));
  return settings;
}

function hidden(name: string, value: string): string {
  if (/SECRET|KEY|PASSWORD|TOKEN/.test(name)) return '***';
  return name.includes('URL') ? value.replace(/:[^:@/]*@/, ':***@') : value;
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
