import { eventually } from '@lead-finder/testing';
import { Readiness, startHealthServer, type Notice } from './health-server.js';

const notice: Notice = { code: 'made_up', text: 'A setting is missing.' };
let problem: Error | null = null;
const leads = {
  name: 'leads',
  check: async () => {
    if (problem) throw problem;
  },
  notices: () => [notice],
};
let server: Awaited<ReturnType<typeof startHealthServer>>;
const readiness = new Readiness(() => [leads, { ...leads, name: 'gateway' }, { name: 'others', check: leads.check }]);
beforeAll(async () => {
  server = await startHealthServer('127.0.0.1', 0, readiness);
});
afterAll(() => server.stop());

const ask = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
  return { status: response.status, body: await response.json() };
};

describe('a start', () => {
  it.each([
    [
      'the port is taken',
      '127.0.0.1',
      () => server.port,
      /^Port \d+ on 127.0.0.1 is taken. Set HEALTH_PORT to another one.$/,
    ],
    [
      'the address is another machine',
      '192.0.2.1',
      () => 0,
      /^This machine does not have the address 192.0.2.1. Set HEALTH_HOST/,
    ],
  ])('fails with the setting to change if %s', async (_, host, port, sentence) =>
    expect(startHealthServer(host, port(), readiness)).rejects.toThrow(sentence),
  );
});

describe('/readyz', () => {
  it('names each notice once, and the process stays ready', async () =>
    expect(await ask()).toEqual({ status: 200, body: { status: 'ok', notices: [notice.text] } }));

  it('has the codes of notices without their texts for a public port', async () =>
    expect(await readiness.report('code')).toEqual({ status: 200, body: { status: 'ok', notices: [notice.code] } }));

  it('names the problems too, and is ready again when they end', async () => {
    problem = new Error('the database is away');
    const body = { status: 'unavailable', problems: ['leads', 'gateway', 'others'], notices: [notice.text] };
    await eventually(async () => expect(await ask()).toEqual({ status: 503, body }));
    problem = null;
    await eventually(async () => expect(await ask()).toMatchObject({ status: 200 }));
  });

  it('is not ready from the moment when the process stops', async () => {
    readiness.drain();
    expect(await ask()).toMatchObject({ status: 503, body: { problems: ['stopping'] } });
  });
});
