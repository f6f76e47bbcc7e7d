// What the product has before it: events that are not sent, not heard or parked. Rows that are done with are kept for days;
// nobody waits for them.
import { setTimeout as pause } from 'node:timers/promises';
import * as contracts from '@lead-finder/contracts';

const schemas = contracts.serviceNames;
const events = Object.values(contracts).filter((each) => each?.kind === 'event');
const ways = events.flatMap(({ type, hearers }) =>
  hearers.map((hearer) => ({ type, from: type.split('.')[0], hearer })),
);

const sum = (counts) => counts.map((count) => `(${count})`).join(' + ');
const unsent = sum(schemas.map((schema) => `select count(*) from ${schema}.outbox where published_at is null`));
const unheard = sum(
  ways.map(
    ({
      type,
      from,
      hearer,
    }) => `select count(*) from ${from}.outbox sent where type = '${type}' and published_at is not null
      and not exists (select 1 from ${hearer}.inbox heard where heard.event_id = sent.id)`,
  ),
);
const parked = sum(schemas.map((schema) => `select count(*) from ${schema}.parked_events`));

/** How many events of all services wait, by what for. */
export async function waitingEvents(sql) {
  const { rows } = await sql.query(
    `select (${unsent})::int as unsent, (${unheard})::int as unheard, (${parked})::int as parked`,
  );
  return rows[0];
}

/** Until nothing waits: what is measured next is not slowed down by what was measured before. */
export async function settled(sql, withinMs = 120_000) {
  for (const giveUpAt = Date.now() + withinMs; ; await pause(200)) {
    const waiting = await waitingEvents(sql);
    if (waiting.unsent + waiting.unheard === 0) return;
    if (Date.now() > giveUpAt)
      throw new Error(`Events wait for more than ${withinMs / 1_000} s: ${JSON.stringify(waiting)}`);
  }
}
