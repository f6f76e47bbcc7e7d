import type { LeadListRecord } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import type { GatewayBus } from '../http/requests/gateway-bus.js';
import { leadPull } from './leads-download.js';

/** A leads service whose list goes on for ever, as when more leads match while the client reads. */
const endless = {
  forward: async () => ({ leads: Array.from({ length: 500 }, () => ({}) as LeadListRecord), nextCursor: 'on' }),
} as unknown as GatewayBus;
const pullWith = (maxRows: number | null) => leadPull(endless, {} as Caller, 'all', { filter: {}, maxRows });

describe('an export whose leads grow while it is read', () => {
  it('breaks off before it has more rows than were counted, with a tenth of growth', async () => {
    const pull = pullWith(1_100);
    for (let page = 0; page < 2; page++) expect((await pull('on')).leads).toHaveLength(500);
    await expect(pull('on')).rejects.toMatchObject({ kind: 'conflict', code: 'export_grew' });
  });

  it('goes on if no export has to wait', async () => {
    const pull = pullWith(null);
    for (let page = 0; page < 20; page++) expect((await pull('on')).nextCursor).toBe('on');
  });
});
