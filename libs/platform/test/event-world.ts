import { randomUUID } from 'node:crypto';
import { serviceNames, type EventContract, type ServiceName } from '@lead-finder/contracts';
import { eventually, freshDatabase } from '@lead-finder/testing';
import { pino } from 'pino';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { currentRequestId, runInContext } from '../src/context/request-context.js';
import { bootstrapDatabase } from '../src/database/bootstrap.js';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import type { EventMessage, EventTransport, RunningConsumers } from '../src/events/event-transport.js';
import { startConsumers } from '../src/events/consumers.js';
import { Outbox } from '../src/events/outbox.js';
import { Relay } from '../src/events/relay.js';
import { sampleOf } from './sample-of.js';

/** The log of the consumers. It has no unique key, so that a repeat shows. */
class ConsumedTable1800000000000 implements MigrationInterface {
  name = 'ConsumedTable1800000000000';

  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('create table consumed (event_id uuid not null, request_id text not null, seed int)');
  }

  async down(): Promise<void> {}
}

type Consume = (payload: unknown, eventId: string) => Promise<void> | void;

export class EventWorld {
  private readonly outboxes = new Map<ServiceName, Outbox>();
  private running: { stop(): Promise<void> }[] = [];

  private constructor(
    private readonly databases: Map<ServiceName, Database>,
    private readonly drop: () => Promise<void>,
    private readonly transports: { sending: EventTransport; consuming: EventTransport },
  ) {
    for (const [service, database] of databases) this.outboxes.set(service, new Outbox(database));
  }

  static async open(transports: { sending: EventTransport; consuming: EventTransport }): Promise<EventWorld> {
    const { url, drop } = await freshDatabase();
    await bootstrapDatabase(url);
    const open = async (schema: ServiceName) => {
      const migrations = [ConsumedTable1800000000000];
      return [schema, await openDatabase({ url, schema, entities: [], migrations, poolSize: 4 })] as const;
    };
    return new EventWorld(new Map(await Promise.all(serviceNames.map(open))), drop, transports);
  }

  database(service: ServiceName): Database {
    return this.databases.get(service)!;
  }

  startRelay(service: ServiceName): Relay {
    const relay = new Relay(this.database(service), this.outboxes.get(service)!, this.transports.sending, silent);
    relay.start();
    this.running.push(relay);
    return relay;
  }

  async startConsumer(
    service: ServiceName,
    events: readonly EventContract[],
    consume: Consume = () => {},
  ): Promise<RunningConsumers> {
    const database = this.database(service);
    const consumers = events.map((event) => ({
      event,
      consume: async (payload: unknown, { id }: { id: string }) => {
        await database.query('insert into consumed (event_id, request_id) values ($1, $2)', [id, currentRequestId()]);
        await consume(payload, id);
      },
    }));
    const transport = this.transports.consuming;
    const running = await startConsumers({ service, database, transport, log: silent, consumers, firstRetryMs: 5 });
    this.running.push(running);
    return running;
  }

  async send(event: EventContract, seed = 1): Promise<string> {
    const emitter = emitterOf(event);
    const database = this.database(emitter);
    return database.transaction(async () => {
      const requestId = randomUUID();
      await runInContext({ requestId }, () => this.outboxes.get(emitter)!.append(event, sampleOf(event.payload, seed)));
      const [row] = await database.query<{ id: string }>('select id from outbox where request_id = $1', [requestId]);
      return row!.id;
    });
  }

  async repeat(service: ServiceName, eventId: string): Promise<void> {
    const [row] = await this.database(service).query<Omit<EventMessage, 'occurredAt'> & { occurredAt: Date }>(
      `select id, type, payload, occurred_at "occurredAt", request_id "requestId", traceparent
       from outbox where id = $1`,
      [eventId],
    );
    await this.transports.sending.publish({ ...row!, occurredAt: row!.occurredAt.toISOString() });
  }

  async timesConsumed(service: ServiceName, eventId: string): Promise<number> {
    const rows = await this.database(service).query('select 1 from consumed where event_id = $1', [eventId]);
    return rows.length;
  }

  async allConsumedOnce(service: ServiceName, eventIds: readonly string[], within = 10_000): Promise<void> {
    const query = 'select event_id, count(*)::int times from consumed where event_id = any($1) group by 1';
    await eventually(
      async () => {
        const rows = await this.database(service).query<{ times: number }>(query, [eventIds]);
        expect(rows.map(({ times }) => times)).toEqual(eventIds.map(() => 1));
      },
      { within },
    );
  }

  /** Waits until no event of this type is left to send. Other events may wait for consumers that do not run. */
  async drained(event: EventContract): Promise<void> {
    const query = 'select id from outbox where published_at is null and type = $1';
    const database = this.database(emitterOf(event));
    await eventually(async () => expect(await database.query(query, [event.type])).toEqual([]), { within: 10_000 });
  }

  async rest(): Promise<void> {
    const running = this.running.splice(0);
    await Promise.all(running.map((each) => each.stop()));
  }

  async close(): Promise<void> {
    await this.rest();
    await Promise.all([...this.databases.values()].map(({ dataSource }) => dataSource.destroy()));
    await this.drop();
  }
}

export const silent = pino({ level: 'silent' });
export const emitterOf = ({ type }: EventContract) => type.slice(0, type.indexOf('.')) as ServiceName;
