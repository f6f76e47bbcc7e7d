import type { Actor, importFinished, listChanges, OutputOf, ParsedInputOf, PayloadOf } from '@lead-finder/contracts';
import { AppError, Database, decodeCursor, encodeCursor } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { moment } from '../lead/lead-columns.js';
import { ownersFor } from '../lead/lead.policy.js';
import { changeFor, visibleOf, type StoredChange } from './stored-change.rules.js';

/** The position of a change and its time in milliseconds. A restored database has another time there. */
const cursorPosition = z.tuple([z.int().min(0), z.int().min(0)]);

const maxPublished = 5_000;
const maxScanned = 500;
/** A page ends after the change with which it reaches so many leads. */
const maxLeads = 3_000;

export const changeColumns = `position, type, subjects, owners, previous_owners as "previousOwners", data,
  ${moment('occurred_at')} as "occurredAt"`;

const expired = (why: string) =>
  new AppError('gone', 'cursor_expired', `${why} Read all leads again, then go on from \`start=now\`.`);

/** What changed, in the order of commits (docs/product/changes.md). */
@Injectable()
export class ChangeFeed {
  private readonly listeners = new Set<() => void>();

  constructor(private readonly database: Database) {}

  onChange(act: () => void): void {
    this.listeners.add(act);
  }

  /** Wakes the deliveries of this process after the commit. Others look twice a second. */
  changed(): void {
    this.database.afterCommit(() => this.listeners.forEach((act) => act()));
  }

  /**
   * Gives committed changes their positions. Two changes of a lead are visible in the order of their ids, because the
   * second waited for the commit of the first; so a reader of all up to a position has missed nothing before it.
   */
  async publish(): Promise<void> {
    for (;;) {
      const [waiting] = await this.database.query('select 1 from changes where position is null limit 1');
      if (!waiting) return;
      await this.database.transaction(async () => {
        const [feed] = await this.database.query<{ last: number }>('select last from change_feed for update');
        // A statement of its own, whose snapshot has what committed until the lock.
        await this.database.query(
          `with waiting as materialized (
             select ctid, row_number() over (order by id) as number from (
               select ctid, id from changes where position is null order by id limit ${maxPublished}
             ) as first
           ), published as (
             update changes c set position = $1 + waiting.number, published_at = clock_timestamp()
             from waiting where c.ctid = waiting.ctid returning 1
           )
           update change_feed set last = last + (select count(*) from published)`,
          [feed!.last],
        );
      });
    }
  }

  /** Returns the position of the newest change, and of the last one that is deleted. */
  async ends(): Promise<{ last: number; expiredTo: number }> {
    const [feed] = await this.database.query<{ last: number; expiredTo: number }>(
      'select last, expired_to as "expiredTo" from change_feed',
    );
    return feed!;
  }

  /** Returns changes from a position on, of at most so many leads that the memory suffices. */
  from(position: number, limit = maxScanned): Promise<StoredChange[]> {
    return this.database.query<StoredChange>(
      `select ${changeColumns} from (
         select *, sum(cardinality(subjects)) over (order by position) - cardinality(subjects) as before
         from (select * from changes where position >= $1 order by position limit $2) as scanned
       ) as counted where before < ${maxLeads} order by position`,
      [position, limit],
    );
  }

  async page(
    { cursor, start }: ParsedInputOf<typeof listChanges>,
    actor: Actor,
  ): Promise<OutputOf<typeof listChanges>> {
    const given = cursor === undefined ? undefined : decodeCursor(cursorPosition, cursor);
    await this.publish();
    const { last, expiredTo } = await this.ends();
    const [after, time] = given ?? [start === 'now' ? last : expiredTo, null];
    if (after < expiredTo) throw expired('The changes after this cursor are deleted.');
    if (after > last) throw expired('This cursor is newer than the data, which came from a backup.');
    const rows = await this.from(after);
    const known = rows[0]?.position === after ? rows.shift() : undefined;
    if (known && time !== null && Date.parse(known.occurredAt) !== time)
      throw expired('This cursor is of other data than that of the backup.');
    const newest = rows.at(-1) ?? known;
    const visible = visibleOf(ownersFor(actor, 'see'));
    return {
      changes: rows.flatMap((row) => changeFor(row, visible) ?? []),
      nextCursor: newest
        ? encodeCursor([newest.position, Date.parse(newest.occurredAt)])
        : (cursor ?? encodeCursor([after, 0])),
      more: (newest?.position ?? after) < last,
    };
  }

  /** Notes the end of an import in the transaction of its consumer. */
  async importFinished(ended: PayloadOf<typeof importFinished>): Promise<void> {
    const { importId: id, createdBy: userId, status, total, successful, failed } = ended;
    await this.database.query(
      `insert into changes (type, subjects, owners, data) values ('import.finished', array[$1::bigint], array[$2::bigint], $3)`,
      [id, userId, JSON.stringify({ import: { id, userId, status, total, successful, failed } })],
    );
  }
}
