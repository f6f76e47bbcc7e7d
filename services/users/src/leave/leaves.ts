import { maxComingLeaves, type Actor, type AuditAction, type Leave, type leaveForm } from '@lead-finder/contracts';
import { Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import { Teams } from '../team/teams.js';
import { absence } from './leave.rules.js';
import { LeaveViews } from './leave.views.js';

type LeaveForm = z.output<typeof leaveForm>;
type Person = { id: number; username: string; fullName: string; active: boolean };

/** Writes leaves, with an entry in the audit trail in the same commit (docs/product/teams.md#leave). */
@Injectable()
export class Leaves {
  constructor(
    private readonly database: Database,
    private readonly views: LeaveViews,
    private readonly teams: Teams,
    private readonly audit: AuditTrail,
  ) {}

  /** Rejects with 404 unless the user is the actor, or one whom the actor manages. */
  async refuseForeign(userId: number, actor: Actor, what = 'User'): Promise<void> {
    if (userId === actor.id || actor.role === 'admin') return;
    const branch = actor.role === 'manager' ? await this.teams.branchOf(actor.id) : null;
    if (!branch?.includes(userId)) throw notFound(what);
  }

  /** Returns a warning if the stand-in is on leave for a part of the time. */
  async add(userId: number, form: LeaveForm, actor: Actor): Promise<{ leave: Leave; warning: string }> {
    await this.refuseForeign(userId, actor);
    return this.database.transaction(async () => {
      const { person, warning } = await this.check(userId, form, actor);
      const [row] = await this.database.query<{ id: number }>(
        `insert into leaves (user_id, first_day, last_day, stand_in_id, written_by) values ($1, $2, $3, $4, $5)
         returning id`,
        [userId, form.from, form.to, form.standInId, actor.id],
      );
      await this.record('leave_added', actor, person, { id: row!.id, ...form });
      return { leave: (await this.views.find(row!.id))!, warning };
    });
  }

  async change(id: number, form: LeaveForm, actor: Actor): Promise<{ leave: Leave; warning: string }> {
    const found = await this.get(id, actor);
    return this.database.transaction(async () => {
      const { person, warning } = await this.check(found.userId, form, actor, id);
      const present = await this.get(id, actor);
      await this.database.query(
        'update leaves set first_day = $2, last_day = $3, stand_in_id = $4, written_by = $5 where id = $1',
        [id, form.from, form.to, form.standInId, actor.id],
      );
      const { from, to, standIn } = present;
      const before = { from, to, standInId: standIn?.id ?? null };
      await this.record('leave_changed', actor, person, { id, changed: { before, after: form } });
      return { leave: (await this.views.find(id))!, warning };
    });
  }

  async remove(id: number, actor: Actor): Promise<void> {
    const { userId } = await this.get(id, actor);
    await this.database.transaction(async () => {
      const { [userId]: person } = await this.lock([userId]);
      const { from, to } = await this.get(id, actor);
      await this.database.query('delete from leaves where id = $1', [id]);
      await this.record('leave_removed', actor, person!, { id, from, to });
    });
  }

  /** The users whom the actor may choose as a stand-in; null for all. */
  standInsFor({ id, role }: Actor): Promise<number[] | null> | null {
    if (role === 'admin') return null;
    return role === 'manager' ? this.teams.withBranch(id) : this.teams.treeOf(id);
  }

  async dropStandIn(userId: number): Promise<void> {
    await this.database.query('update leaves set stand_in_id = null where stand_in_id = $1', [userId]);
  }

  private async get(id: number, actor: Actor): Promise<Leave> {
    const leave = await this.views.find(id);
    if (!leave) throw notFound('Leave');
    await this.refuseForeign(leave.userId, actor, 'Leave');
    return leave;
  }

  /** Locks the person and the stand-in, and rejects what breaks a rule. `id` is the leave that changes. */
  private async check(userId: number, form: LeaveForm, actor: Actor, id?: number) {
    const { standInId } = form;
    const locked = await this.lock(standInId === null ? [userId] : [userId, standInId]);
    const person = locked[userId];
    if (!person) throw notFound('User');
    const today = await this.views.todayOf(userId);
    if (form.to < today) throw invalidField('to', 'Must not be in the past');
    const present = await this.views.list(userId);
    const others = present.filter((each) => each.id !== id);
    if (others.filter(({ to }) => to >= today).length >= maxComingLeaves)
      throw invalidField('from', `${person.fullName} already has ${maxComingLeaves} coming leaves`);
    const overlap = others.find(({ from, to }) => from <= form.to && to >= form.from);
    if (overlap)
      throw invalidField('from', `${person.fullName} is already on leave from ${overlap.from} to ${overlap.to}`);
    if (standInId === null) return { person, warning: '' };
    if (!locked[standInId]?.active || standInId === userId) throw unknownStandIn();
    const isSame = present.some((each) => each.id === id && each.standIn?.id === standInId);
    const allowed = isSame ? null : await this.standInsFor(actor);
    if (allowed && !allowed.includes(standInId)) throw unknownStandIn();
    return { person, warning: await this.warningOf(form, locked[standInId]) };
  }

  private async warningOf(form: LeaveForm, standIn: Person): Promise<string> {
    const away = absence(form, await this.views.list(standIn.id));
    if (away === 'wholly') throw invalidField('standInId', `${standIn.fullName} is on leave for the whole time`);
    return away === 'partly' ? ` ${standIn.fullName} is on leave for a part of the time.` : '';
  }

  private async lock(ids: number[]): Promise<Record<number, Person>> {
    const rows = await this.database.query<Person>(
      `select id, username, full_name as "fullName", active from users where id = any ($1) order by id for update`,
      [ids],
    );
    return Object.fromEntries(rows.map((row) => [row.id, row]));
  }

  private record(action: AuditAction, actor: Actor, { id, username }: Person, details: object): Promise<void> {
    return this.audit.add({ action, actor, subject: username, details: { userId: id, ...details } });
  }
}

const unknownStandIn = () => invalidField('standInId', 'Please choose an active colleague');
