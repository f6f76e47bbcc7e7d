// Counts the events that wait: unsent, unhandled, and dead letters (table parked_events). Sent and handled rows stay for days.
import { setTimeout as pause } from 'node:timers/promises';
import * as contracts from '@lead-finder/contracts';

const schemas = contracts.serviceNames;
const events = Object.values(contracts).filter((each) => each?.kind === 'event');
const routes = events.flatMap(({ type, consumers }) =>
  consumers.map((consumer) => ({ type, from: type.split('.')[0], consumer })),
);

const sum = (counts) => counts.map((count) => `(${count})`).join(' + ');
const unsent = sum(schemas.map((schema) => `select count(*) from ${schema}.outbox where published_at is null`));
const unhandled = sum(
  routes.map(
    ({
      type,
      from,
      consumer,
    }) => `select count(*) from ${from}.outbox sent where type = '${type}' and published_at is not null
      and not exists (select 1 from ${consumer}.inbox handled where handled.event_id = sent.id)`,
  ),
);
const deadLetters = sum(schemas.map((schema) => `select count(*) from ${schema}.parked_events`));

/** Returns the waiting events of all services: { unsent, unhandled, deadLetters }. */
export async function waitingEvents(sql) {
  const { rows } = await sql.query(
    `select (${unsent})::int as unsent, (${unhandled})::int as unhandled, (${deadLetters})::int as "deadLetters"`,
  );
  return rows[0];
}

/** Waits until no event waits, so that one measurement does not slow down the next. */
export async function settled(sql, withinMs = 120_000) {
  for (const giveUpAt = Date.now() + withinMs; ; await pause(200)) {
    const waiting = await waitingEvents(sql);
    if (waiting.unsent + waiting.unhandled === 0) return;
    if (Date.now() > giveUpAt)
      throw new Error(`Events wait for more than ${withinMs / 1_000} s: ${JSON.stringify(waiting)}`);
  }
}
