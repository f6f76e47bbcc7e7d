import { createUser, forgotPassword, listAudit } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { minute, origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';

describe('requests for a reset link', () => {
  let world: UsersWorld;
  const ask = (email: string, address: string) =>
    world.call(forgotPassword, null, { email, origin: { ...origin, address } });
  const countsInTrail = async () => {
    const { entries } = await world.call(listAudit, world.ada, { action: 'password_requested' });
    return entries.map(({ subject, address, details }) => ({
      subject,
      address,
      count: (details as { count: number }).count,
    }));
  };

  beforeEach(async () => void (world = await startUsers()));
  afterEach(() => world.stop());

  it('are limited to 100 of a network (a /64 of IPv6) in a quarter of an hour, without effect on other networks', async () => {
    const { email } = await world.call(createUser, world.ada, {
      username: 'bob',
      email: 'bob@example.com',
      fullName: 'Bob',
      password,
    });
    for (let n = 0; n < 100; n++) await ask(`unknown${n}@example.com`, `2001:db8:1:2::${n}`);
    await expect(ask('unknown@example.com', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({
      kind: 'limited',
      code: 'rate_limited',
      details: { retryAfter: expect.any(Number) },
    });
    await ask(email, '198.51.100.7');
    expect(await world.mail(1)).toContain(`To: ${email}`);
    world.clock.forward(15.1 * minute);
    await ask('unknown@example.com', '2001:db8:1:2::1');
  });

  it('are limited to 3,000 of all clients in a quarter of an hour', async () => {
    await world.database.query(
      `insert into limits (kind, key, began_at, count) values ('forgot-password of all', '', $1, 2999)`,
      [world.clock.now()],
    );
    await ask('unknown@example.com', '198.51.100.7');
    await expect(ask('unknown@example.com', '198.51.100.8')).rejects.toMatchObject({
      kind: 'limited',
      code: 'rate_limited',
    });
  });

  it('leave no row and no text for an unknown address, and one entry in the trail for a minute and network', async () => {
    for (let n = 0; n < 3; n++) await ask(`My-Secret-${n}@example.com`, '198.51.100.7');
    await ask('another@example.com', '2001:db8:1:2::1');
    expect(await world.database.query('select * from password_reset_requests')).toEqual([]);
    expect(await countsInTrail()).toEqual([]);
    world.clock.forward(minute);
    await ask('later@example.com', '198.51.100.7');
    await eventually(async () =>
      expect((await countsInTrail()).sort((one, other) => other.count - one.count)).toEqual([
        { subject: '', address: '198.51.100.7', count: 3 },
        { subject: '', address: '2001:db8:1:2::/64', count: 1 },
      ]),
    );
    expect(JSON.stringify(await world.database.query('select * from audit.entries'))).not.toContain('secret');
  });

  it('do not delay due mails, and neither do rejected mails', async () => {
    const add = (recipient: string, attempts: number) =>
      `insert into mails (recipient, subject, text, html, attempts) values ('${recipient}', 'x', 'x', 'x', ${attempts});`;
    await world.database.transaction(() =>
      world.database.query(`
        insert into password_reset_requests (email, requested_at) values ('ada@example.com', now());
        ${add('refused@example.com', 3)} ${add('first@example.com', 0)}`),
    );
    await ask('unknown@example.com', '198.51.100.7');
    await world.mail(3);
    expect(await world.database.query('select recipient from mails order by sent_at')).toEqual(
      ['first@example.com', 'refused@example.com', 'ada@example.com'].map((recipient) => ({ recipient })),
    );
  });
});
