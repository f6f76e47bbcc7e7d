import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@lead-finder/testing';
import type { Change, Webhook as StoredWebhook } from '@lead-finder/contracts';
import { Webhook } from 'standardwebhooks';
import type { Stage } from './stage.js';

type Call = 'POST' | 'PATCH' | 'DELETE';
const arrivesWithin = 180_000;

/** A receiver of all changes since it was opened, which checks each signature. */
export class WebhookReceiver {
  /** The changes by their first arrival. */
  private readonly arrived = new Map<string, Change>();
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;
  private id = 0;
  private since = 0;
  /** The secrets that the receiver knows at the moment. */
  secrets: string[] = [];
  slowMs = 0;
  refused = 0;

  private constructor(private readonly stage: Stage) {}

  static async open(stage: Stage, port: number): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(stage);
    receiver.port = port;
    await receiver.up();
    const { webhook, secret } = (await receiver.call('POST', '', { url: `http://127.0.0.1:${port}/` })) as {
      webhook: StoredWebhook;
      secret: string;
    };
    receiver.id = webhook.id;
    receiver.secrets = [secret];
    const [row] = await stage.world.records.rows<{ at: number }>(
      'select delivered_to as at from leads.webhooks where id = $1',
      [webhook.id],
    );
    receiver.since = row!.at;
    return receiver;
  }

  get count(): number {
    return this.arrived.size;
  }

  async up(): Promise<void> {
    this.server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      await pause(this.slowMs);
      const isSigned = this.accepts(body, request.headers as Record<string, string>);
      if (!isSigned) this.refused++;
      response.writeHead(isSigned ? 204 : 401).end();
    });
    this.server.on('connection', (socket: Socket) => this.sockets.add(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** From now on it refuses connections. */
  async down(): Promise<void> {
    const closed = once(this.server!, 'close');
    this.server!.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }

  async renewSecret(): Promise<string> {
    const { secret } = (await this.call('POST', '/secret')) as { secret: string };
    return secret;
  }

  /** How many changes the product has not delivered yet, and since when it fails. */
  async state(): Promise<{ waiting: number; failing: boolean }> {
    const [row] = await this.stage.world.records.rows<{ waiting: number; failing: boolean }>(
      `select (select count(*)::int from leads.changes where position is null or position > w.delivered_to) as waiting,
         failing_since is not null as failing from leads.webhooks w where id = $1`,
      [this.id],
    );
    return row!;
  }

  /** All changes of the load arrive, those of a lead in their order. Then it ends. */
  async check(): Promise<void> {
    await Promise.all(this.stage.imports.map(({ id }) => this.stage.world.importEnds(id, arrivesWithin)));
    await eventually(
      async () => {
        const { waiting } = await this.state();
        if (waiting > 0) throw new Error(`${waiting} changes were not delivered`);
      },
      { within: arrivesWithin },
    );
    const changes = await this.stage.world.records.rows<{ position: number; subjects: number[] }>(
      `select position, subjects from leads.changes
       where position > $1 and position <= (select delivered_to from leads.webhooks where id = $2) order by position`,
      [this.since, this.id],
    );
    const positions = [...this.arrived.keys()].map((id) => Number(id.split('-')[0]));
    const known = new Set(positions);
    const missing = changes.filter(({ position }) => !known.has(position));
    this.stage.expect(`${missing.length} of ${changes.length} changes did not arrive`, missing.length === 0);
    this.stage.expect(`${positions.length - known.size} changes have two ids`, positions.length === known.size);
    this.stage.expect(`changes of ${this.disordered()} leads arrived in another order`, this.disordered() === 0);
    await this.call('DELETE', '');
    await this.down();
  }

  private disordered(): number {
    const last = new Map<number, number>();
    const wrong = new Set<number>();
    for (const [id, { data }] of this.arrived) {
      const position = Number(id.split('-')[0]);
      for (const lead of data.leads ?? []) {
        if (position < (last.get(lead.id) ?? 0)) wrong.add(lead.id);
        last.set(lead.id, position);
      }
    }
    return wrong.size;
  }

  private accepts(body: string, headers: Record<string, string>): boolean {
    for (const secret of this.secrets) {
      try {
        const change = new Webhook(secret).verify(body, headers) as Change;
        if (!this.arrived.has(change.id)) this.arrived.set(change.id, change);
        return true;
      } catch {
        continue;
      }
    }
    return false;
  }

  private async call(method: Call, path: string, body?: object): Promise<unknown> {
    const at = this.id === 0 ? '/api/webhooks' : `/api/webhooks/${this.id}${path}`;
    return eventually(
      async () => {
        const answer = await this.stage.world.admin.send(method, at, body);
        if (answer.kind !== 'done') throw new Error(answer.why);
        return answer.body;
      },
      { within: 30_000 },
    );
  }
}
