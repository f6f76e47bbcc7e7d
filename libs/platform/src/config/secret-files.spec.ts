import { eventually, runFolder } from '@lead-finder/testing';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { readSettings, secretSettings } from './environment.js';
import { watchSecretFiles } from './watch-secret-files.js';

const schema = z.object({
  API_KEY: z.string().min(3, 'at least 3 characters').optional().register(secretSettings, { isReadAgain: true }),
  SERVER_URL: z
    .url({ protocol: /^smtp$/, error: 'an address such as smtp://host' })
    .optional()
    .register(secretSettings, { isReadAgain: false }),
  OPTIONAL_KEY: z.string().optional().register(secretSettings, { isReadAgain: true, mayBeEmpty: true }),
  COLOUR: z.string().optional(),
});

const folder = runFolder('secrets');
const fileOf = (content: string, name = 'secret') => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const read = (environment: Record<string, string>) => readSettings([schema], environment)[0]!;

describe('a secret setting', () => {
  it.each([
    ['as it is', 'k3y'],
    ['without a line break at its end', 'k3y\n'],
    ['without a line break of Windows', 'k3y\r\n'],
  ])('is the content of its file, %s', (_, content) =>
    expect(read({ API_KEY_FILE: fileOf(content) })).toEqual({ API_KEY: 'k3y' }),
  );

  it('loses no more than one line break, and no space', () =>
    expect(read({ API_KEY_FILE: fileOf(' k3y \n\n') })).toEqual({ API_KEY: ' k3y \n' }));

  it('comes from its file if its variable is empty, and the other way round', () => {
    expect(read({ API_KEY: '', API_KEY_FILE: fileOf('k3y') })).toEqual({ API_KEY: 'k3y' });
    expect(read({ API_KEY: 'k3y', API_KEY_FILE: '' })).toEqual({ API_KEY: 'k3y' });
  });

  it('is not set while its file is empty, if it may be empty', () => {
    expect(read({ OPTIONAL_KEY_FILE: fileOf('\n') })).toEqual({});
    expect(() => read({ OPTIONAL_KEY_FILE: '/nowhere/key' })).toThrow('the file does not exist');
  });

  it('is the only kind of setting that a file can hold', () =>
    expect(read({ COLOUR_FILE: fileOf('red') })).toEqual({}));

  it.each([
    ['both are set', { API_KEY: 'k3y', API_KEY_FILE: fileOf('k3y') }, 'API_KEY and API_KEY_FILE are both set'],
    [
      'the file is missing',
      { API_KEY_FILE: '/nowhere/key' },
      "API_KEY_FILE: '/nowhere/key' was given, but the file does not exist",
    ],
    ['it is a folder', { API_KEY_FILE: folder }, `API_KEY_FILE: '${folder}' was given, but the file cannot be read`],
    ['the file is empty', { API_KEY_FILE: fileOf('\n', 'empty') }, "/empty' was given, but the file is empty"],
    ['the content is wrong', { API_KEY_FILE: fileOf('ab', 'short') }, "/short' was given, expected at least 3"],
  ])('stops the start if %s', (_, environment, message) => expect(() => read(environment)).toThrow(message));

  it.each([
    ['the user and password', 'http://me:p@host/path', 'http://host'],
    ['a token', 'nats://t0ken@host:4222', 'nats://host:4222'],
    ['the query', 'postgresq://host/db?user=a&password=s3cret', 'postgresq://host'],
    ['a password with an @ and a slash', 'http://me:p@ss/word@host', '***'],
    ['a password that begins with a number', 'http://me:1/word@host', '***'],
    ['an address without its colon', 'smtp//me:pw@host', '***'],
    ['an address without a slash', 'smtps:/me:pw@host', '***'],
    ['a password alone', 'pa55word', '***'],
    ['a password with a colon alone', 'pa55:word', '***'],
  ])('hides %s in a wrong address', (_, value, shown) =>
    expect(() => read({ SERVER_URL: value })).toThrow(`SERVER_URL: '${shown}' was given`),
  );

  it('shows nothing of a wrong content or key', () => {
    expect(() => read({ SERVER_URL_FILE: fileOf('pa55word') })).not.toThrow('pa55word');
    expect(() => read({ API_KEY: 'ab' })).toThrow("API_KEY: '***' was given");
  });
});

describe('the files of secrets', () => {
  let lines: string[];
  let stop = async () => {};
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const logged = () => lines.map((line) => (JSON.parse(line) as { setting?: string; msg: string }).msg);
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => stop());

  function watch(environment: Record<string, string>) {
    const settings = read(environment);
    const task = watchSecretFiles([[schema, settings]], environment, log, 5);
    task.start();
    stop = () => task.stop();
    return settings;
  }

  it('take effect when Kubernetes swaps the folder of a mounted secret', async () => {
    const mount = path.join(folder, 'mount');
    const version = (name: string, key: string) => {
      mkdirSync(path.join(mount, name), { recursive: true });
      writeFileSync(path.join(mount, name, 'API_KEY'), key);
      symlinkSync(name, path.join(mount, '..data_tmp'));
      renameSync(path.join(mount, '..data_tmp'), path.join(mount, '..data'));
    };
    version('..first', 'first');
    symlinkSync('..data/API_KEY', path.join(mount, 'API_KEY'));
    const settings = watch({ API_KEY_FILE: path.join(mount, 'API_KEY') });
    expect(settings.API_KEY).toBe('first');
    version('..second', 'second');
    rmSync(path.join(mount, '..first'), { recursive: true });
    await eventually(async () => expect(settings.API_KEY).toBe('second'));
    expect(logged()).toEqual(['A secret has changed. The process uses the new value.']);
    expect(lines.join()).not.toContain('second');
  });

  it('give a value later to a setting that may be empty, and keep it after that', async () => {
    const settings = watch({ OPTIONAL_KEY_FILE: fileOf('', 'later'), API_KEY_FILE: fileOf('one', 'key') });
    fileOf('two', 'key');
    await eventually(async () => expect(settings.API_KEY).toBe('two'));
    expect(logged()).toEqual(['A secret has changed. The process uses the new value.']);
    fileOf('k3y', 'later');
    await eventually(async () => expect(settings.OPTIONAL_KEY).toBe('k3y'));
    fileOf('', 'later');
    await eventually(async () => expect(lines.join()).toContain('the file is empty'));
    expect(settings.OPTIONAL_KEY).toBe('k3y');
  });

  it('ask once for a restart if the setting is only read at the start', async () => {
    const file = fileOf('smtp://me:one@host', 'server');
    const settings = watch({ SERVER_URL_FILE: file, API_KEY_FILE: fileOf('one', 'key') });
    fileOf('smtp://me:two@host', 'server');
    await eventually(async () => expect(logged()).toHaveLength(1));
    fileOf('two', 'key');
    await eventually(async () => expect(settings.API_KEY).toBe('two'));
    expect(settings.SERVER_URL).toBe('smtp://me:one@host');
    expect(logged()).toEqual([
      'A secret has changed. Restart this process to use it.',
      'A secret has changed. The process uses the new value.',
    ]);
  });

  it('report the problem of each, also while another is missing', async () => {
    watch({ API_KEY_FILE: fileOf('one', 'key'), SERVER_URL_FILE: fileOf('smtp://host', 'server') });
    rmSync(path.join(folder, 'server'));
    await eventually(async () => expect(lines.join()).toContain('the file does not exist'));
    rmSync(path.join(folder, 'key'));
    await eventually(async () => expect(lines.filter((line) => line.includes('does not exist'))).toHaveLength(2));
    fileOf('two', 'key');
    await eventually(async () =>
      expect(logged().slice(2)).toEqual([
        'A secret has changed. The process uses the new value.',
        'Reading the file of API_KEY_FILE: working again',
      ]),
    );
  });

  it('change the settings of every schema that has the secret', async () => {
    const environment = { API_KEY_FILE: fileOf('one', 'key') };
    const [one, other] = readSettings([schema, schema], environment);
    const task = watchSecretFiles(
      [
        [schema, one!],
        [schema, other!],
      ],
      environment,
      log,
      5,
    );
    task.start();
    stop = () => task.stop();
    fileOf('two', 'key');
    await eventually(async () => expect([one!.API_KEY, other!.API_KEY]).toEqual(['two', 'two']));
  });

  it.each([
    ['missing', (file: string) => rmSync(file), 'the file does not exist'],
    ['empty', (file: string) => writeFileSync(file, ''), 'the file is empty'],
    ['wrong', (file: string) => writeFileSync(file, 'ab'), 'expected at least 3 characters'],
  ])('leave the value as it is while a file is %s, which the log reports once', async (_, spoil, message) => {
    const settings = watch({ API_KEY_FILE: fileOf('one', 'key') });
    spoil(path.join(folder, 'key'));
    await eventually(async () => expect(lines.join()).toContain(message));
    expect(settings.API_KEY).toBe('one');
    fileOf('two', 'key');
    await eventually(async () => expect(settings.API_KEY).toBe('two'));
    expect(logged()).toHaveLength(3);
  });
});
