import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../product/api.js';
import { Dice } from './dice.js';
import type { Ledger } from './ledger.js';
import type { UserClient } from './user-client.js';
import { work } from './staff.js';
import { usernames } from './team.js';
import type { World } from './world.js';

/** Other specs wait for what the load needs of the processor, so beside them it is a third, and thins out in a long wait. */
const paces = {
  full: { momentMs: () => 30, pollMs: 400 },
  besideOthers: { momentMs: (calls: number) => 90 + 4 * calls, pollMs: 1_200 },
};

/** The load: four users at work, two polling pages, and two callers without a session. Runs until it is stopped. */
export class Load {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[];
  private readonly pace: (typeof paces)[keyof typeof paces];

  constructor(
    private readonly world: World,
    private readonly leads: ReadonlyMap<string, number[]>,
    importId: number,
    ended: Api,
    seed: number,
    isFull: boolean,
  ) {
    const stopping = this.stopping.signal;
    const { ledger, product } = world;
    this.pace = isFull ? paces.full : paces.besideOthers;
    const others = [world.user('wendy'), world.user('will')];
    const isAdmin = (username: string) => world.admin.username === username;
    this.running = [
      ...usernames.map((username) =>
        work({
          client: world.client(username),
          leads: leads.get(username)!,
          ledger,
          dice: new Dice(seed, username),
          stopping,
          momentMs: this.pace.momentMs,
          ...(isAdmin(username) && { others }),
        }),
      ),
      this.poll(world.client('wendy'), [
        '/api/weekly-contacts',
        '/api/my-businesses?page=1&pageSize=20',
        '/api/notifications',
      ]),
      this.poll(world.admin, [
        `/api/imports/${importId}`,
        '/api/imports',
        '/api/admin/all-assignments?page=1&pageSize=20',
      ]),
      this.probe(ledger, 'without a session', (path) => fetch(`${product.url}${path}`)),
      this.probe(ledger, 'with a session that has ended', (path) => ended.fetch(path)),
    ];
  }

  /** Returns a lead that is never deleted, and the client of its user. */
  steadyLead(): { client: UserClient; leadId: number } {
    return { client: this.world.client('mara'), leadId: this.leads.get('mara')![0]! };
  }

  /** Stops the load. Resolves when the running calls have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async poll(client: UserClient, paths: string[]): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await Promise.all(paths.map((path) => client.poll(path)));
      await pause(this.pace.pollMs);
    }
  }

  private async probe(ledger: Ledger, how: string, ask: (path: string) => Promise<Response>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      for (const path of ['/api/my-businesses', '/api/user', '/api/users-for-reassignment']) {
        const answer = await ask(path).catch(() => null);
        const text = await answer?.text().catch(() => '');
        if (answer?.ok) ledger.leaks.push(`${path} ${how}: ${text?.slice(0, 100)}`);
      }
      await pause(this.pace.pollMs);
    }
  }
}
