import { ServerResponse } from 'node:http';
import { LiveWorld } from '../../../test/live-world.js';
import { onResponseEnd } from './response-end.js';

describe('the end of a response', () => {
  it('calls each listener once, in their order, by one listener of Node', () => {
    const response = new ServerResponse({ method: 'GET' } as never);
    const seen: string[] = [];
    for (const name of ['first', 'second', 'third']) onResponseEnd(response, () => void seen.push(name));
    expect(response.listenerCount('close')).toBe(1);
    response.emit('close');
    response.emit('close');
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('has fewer listeners than Node warns of, also for a file that answers a body', async () => {
    const warnings: string[] = [];
    const note = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
    process.on('warning', note);
    const world = await LiveWorld.start();
    try {
      const wanted = { format: 'csv', placeIds: ['one'], location: 'Austin, TX' };
      const response = await world.post('/api/export-businesses', wanted, world.signIn(1));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      await response.text();
    } finally {
      await world.stop();
      process.off('warning', note);
    }
    expect(warnings).toEqual([]);
  });
});
