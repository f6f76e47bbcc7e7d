import type { Actor, leadQueue, QueuedLead } from '@lead-finder/contracts';
import { Database, encodeCursor } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { isContactable, isFresh, isUnworked, isWorkable } from '../follow-up/workable.rules.js';
import { WorkingDays } from '../follow-up/working-days.js';
import { moment } from '../lead/lead-columns.js';
import { mayAny } from '../lead/lead.policy.js';
import { decodePosition, type QueuePosition } from '../list/lead-cursors.rules.js';
import { leadConditions } from '../list/lead-filter.rules.js';
import { Parameters } from '../list/parameters.js';

type Queue = z.output<typeof leadQueue>;
type Part = QueuePosition['part'];
type Row = Omit<QueuedLead, 'cursor'> & { at: string };

const orders: Record<Part, { column: string; direction: '' | ' desc' }> = {
  due: { column: 'follow_up_at', direction: '' },
  fresh: { column: 'assigned_at', direction: ' desc' },
  newest: { column: 'assigned_at', direction: ' desc' },
  oldest: { column: 'assigned_at', direction: '' },
};

/** Finds the next lead to work on, with one index scan per part. */
@Injectable()
export class LeadQueueViews {
  constructor(
    private readonly database: Database,
    private readonly days: WorkingDays,
  ) {}

  /**
   * `expected` is the lead that the client shows. `missed` means that it left the queue because another user took or
   * worked it. Rejects an invalid cursor with 400.
   */
  async next(queue: Queue, actor: Actor, expected?: number): Promise<{ next: QueuedLead | null; missed: boolean }> {
    const parts = partsOf(queue);
    const from = queue.cursor ? decodePosition(queue.cursor, ...parts) : undefined;
    let next: QueuedLead | null = null;
    for (const part of parts.slice(from ? parts.indexOf(from.part) : 0)) {
      next = await this.first(part, queue, actor, from?.part === part ? from : undefined);
      if (next) break;
    }
    if (expected === undefined || next?.id === expected) return { next, missed: false };
    const opened = parts.includes('fresh') ? await this.opened(actor, expected) : null;
    if (opened) return { next: opened, missed: false };
    return { next, missed: !(await this.contains(parts, queue, actor, expected)) };
  }

  private async first(part: Part, queue: Queue, actor: Actor, from?: QueuePosition): Promise<QueuedLead | null> {
    const { column, direction } = orders[part];
    const parameters = new Parameters();
    const conditions = [this.conditions(part, queue, actor, parameters)];
    if (from) {
      const behind = `(${parameters.add(from.at)}::timestamptz, ${parameters.add(from.id)}::bigint)`;
      conditions.push(`(${column}, id) ${direction ? '<' : '>'} ${behind}`);
    }
    const [row] = await this.database.query<Row>(
      `select ${columnsAt(column)} from user_businesses
       where ${conditions.join(' and ')} order by ${column}${direction}, id${direction} limit 1`,
      parameters.values,
    );
    return row ? queued(part, row) : null;
  }

  /** A viewed lead is no longer fresh, but remains the next lead for its owner. */
  private async opened(actor: Actor, id: number): Promise<QueuedLead | null> {
    const [row] = await this.database.query<Row>(
      `select ${columnsAt(orders.fresh.column)} from user_businesses
       where id = $1 and user_id = $2 and viewed and ${isUnworked('$3::timestamptz')}`,
      [id, actor.id, this.days.of(actor.timeZone).present().end],
    );
    return row ? queued('fresh', row) : null;
  }

  private async contains(parts: Part[], queue: Queue, actor: Actor, id: number): Promise<boolean> {
    const parameters = new Parameters();
    const anyPart = parts.map((part) => `(${this.conditions(part, queue, actor, parameters)})`).join(' or ');
    const found = await this.database.query(
      `select 1 from user_businesses where (${anyPart}) and id = ${parameters.add(id)}`,
      parameters.values,
    );
    return found.length > 0;
  }

  private conditions(part: Part, queue: Queue, actor: Actor, parameters: Parameters): string {
    if (part === 'newest' || part === 'oldest') {
      const scope = mayAny(actor, 'change') ? 'all' : 'own';
      return `${leadConditions({ ...queue, scope }, actor, parameters)} and ${isContactable}`;
    }
    const own = `user_id = ${parameters.add(actor.id)}`;
    const end = `${parameters.add(this.days.of(actor.timeZone).present().end)}::timestamptz`;
    return part === 'due' ? `${own} and follow_up_at < ${end} and ${isWorkable}` : `${own} and ${isFresh(end)}`;
  }
}

const columnsAt = (column: string) => `id, uuid, name, ${moment('updated_at')} as "updatedAt", ${column}::text as at`;
const queued = (part: Part, { at, ...lead }: Row): QueuedLead => ({
  ...lead,
  cursor: encodeCursor({ part, at, id: lead.id } satisfies QueuePosition),
});
const partsOf = ({ from, sort }: Queue): Part[] => (from === 'my-day' ? ['due', 'fresh'] : [sort]);
