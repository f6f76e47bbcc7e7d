import { runInContext } from '../context/request-context.js';
import { openLogger } from './logger.js';

describe('the log', () => {
  const lines: string[] = [];
  const log = openLogger('info', { write: (line) => void lines.push(line) });
  const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

  it('adds the request to each line', () => {
    runInContext({ requestId: 'r-1', actorId: 7 }, () => log.info('done'));
    expect(last()).toMatchObject({ level: 'info', requestId: 'r-1', actorId: 7, msg: 'done' });
  });

  it('omits what drivers attach to their errors', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['sam@example.com'],
      client: { password: 'x' },
    });
    log.error({ err: error }, 'failed');
    expect(last().err).toEqual({ type: 'Error', message: 'duplicate key', code: '23505', stack: expect.any(String) });
  });

  it('hides passwords and tokens', () => {
    log.info({ body: { password: 'secret', token: 'abc' } });
    expect(lines.at(-1)).not.toMatch(/secret|abc/);
  });
});
