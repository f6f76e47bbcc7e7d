import type { User } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ImportedFile, startImport } from './imported-file.js';
import { Ledger } from './ledger.js';
import { UserClient } from './user-client.js';
import { openRecords, type Records } from './records.js';
import { SplitProduct, type Network } from './split-product.js';
import { addTeam, administrator, usernames } from './team.js';

const leadsEach = 40;

/** The product, its four users, and the ledger of the current fault. */
export class World {
  ledger = new Ledger();
  /** Ids of events that were spoilt on purpose. They stay dead letters. */
  readonly spoilt = new Set<string>();

  private constructor(
    readonly product: SplitProduct,
    readonly records: Records,
    readonly users: readonly User[],
    private readonly clients: Map<string, UserClient>,
    /** Whether nothing else uses the machine, so that waits are the product's. */
    readonly isAlone: boolean,
  ) {}

  /** The open worlds. A run that ends early must close them, because their servers would continue. */
  static readonly opened = new Set<World>();

  static async open(network: Network = 'straight', isAlone = true): Promise<World> {
    const product = await SplitProduct.start(network);
    try {
      const world: World = new World(
        product,
        openRecords(product.servers.postgres.url),
        await addTeam(product.url),
        new Map(),
        isAlone,
      );
      for (const username of usernames)
        world.clients.set(username, await UserClient.signIn(product.url, username, () => world.ledger));
      World.opened.add(world);
      return world;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  client(username: string): UserClient {
    return this.clients.get(username)!;
  }

  get admin(): UserClient {
    return this.client(administrator);
  }

  user(username: string): User {
    return this.users.find((user) => user.username === username)!;
  }

  /** Returns the highest id of a lead, or 0. */
  async lastLead(): Promise<number> {
    const [{ id }] = (await this.records.rows<{ id: number }>(
      'select coalesce(max(id), 0) as id from leads.user_businesses',
    )) as [{ id: number }];
    return id;
  }

  /** Imports new leads for each user. Returns their ids by username. */
  async freshLeads(name: string): Promise<Map<string, number[]>> {
    const { id } = await startImport(this.admin, new ImportedFile(name, leadsEach * usernames.length, usernames));
    await this.importEnds(id, 60_000);
    const leads = await this.records.rows<{ id: number; userId: number }>(
      'select id, user_id as "userId" from leads.user_businesses where import_id = $1',
      [id],
    );
    return new Map(
      this.users.map((user) => [
        user.username,
        leads.filter(({ userId }) => userId === user.id).map((lead) => lead.id),
      ]),
    );
  }

  /** Reads the state of an import from its table, which works while the services are down. */
  async importState(id: number): Promise<{ state: string; processed: number }> {
    const [row] = await this.records.rows<{ state: string; processed: number }>(
      `select state, created + updated + unchanged + invalid + unknown_user + duplicate_in_file + duplicate_in_database as processed
       from imports.imports where id = $1`,
      [id],
    );
    if (!row) throw new Error(`There is no import ${id}`);
    return row;
  }

  async importEnds(id: number, within: number): Promise<string> {
    return eventually(
      async () => {
        const { state, processed } = await this.importState(id);
        if (!['completed', 'failed', 'cancelled'].includes(state))
          throw new Error(`Import ${id} is ${state} after ${processed} rows`);
        return state;
      },
      { within },
    );
  }

  async close(): Promise<void> {
    World.opened.delete(this);
    await this.records.close();
    await this.product.stop();
  }
}
