import type { Actor, BulkResult, CustomFields } from '@lead-finder/contracts';
import { Clock, counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { FieldValues } from '../custom-field/field-values.js';
import { alreadyAssigned } from '../lead/lead.entity.js';
import { LeadAudit } from '../lead/lead-audit.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { UserReplica } from '../user-replica/user-replica.js';

/** The tables with what belongs to a lead. Their rows name it in `user_business_id`. */
const ownTables = ['contact_activities', 'assignment_history', 'lead_changes'] as const;

type Row = Record<string, unknown>;

interface DeletedLead {
  id: number;
  userId: number;
  username: string;
  content: { lead: Row & { custom_fields: CustomFields } } & Record<(typeof ownTables)[number], Row[]>;
  copies: Row;
}

/** Deletes leads and restores them (docs/product/one-lead.md#recently-deleted). */
@Injectable()
export class DeletedLeads {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly fieldValues: FieldValues,
    private readonly audit: LeadAudit,
    private readonly signals: LeadSignals,
    private readonly clock: Clock,
  ) {}

  /** Moves locked leads and what belongs to them to `deleted_leads`, without the copies of the business's content. */
  remove(ids: readonly number[], actor: Actor): Promise<{ id: number; tags: string[] }[]> {
    const owned = ownTables.map(
      (table) =>
        `'${table}', (select coalesce(jsonb_agg(to_jsonb(own) order by own.id), '[]') from ${table} own where user_business_id = removed.id)`,
    );
    return this.database.query(
      `with removed as (delete from user_businesses where id = any ($1) returning *),
       saved as (
         insert into deleted_leads (id, user_id, business_id, name, deleted_by, deleted_at, content)
         select id, user_id, business_id, name, $2, $3, jsonb_build_object(
           'lead', to_jsonb(removed) - '{name,state,county,latitude,longitude}'::text[], ${owned.join(', ')})
         from removed
       )
       select id, tags from removed`,
      [ids, actor.id, this.clock.now()],
    );
  }

  /** Restores leads with their ids, so that contacts that progress has counted stay counted once. */
  async restore(ids: readonly number[], actor: Actor): Promise<BulkResult> {
    return this.database.transaction(async () => {
      const leads = await this.lock(ids);
      const present = await this.userReplica.lockAllForShare([...new Set(leads.map(({ userId }) => userId))]);
      await this.leaveOutMisfits(leads);
      const reasons = new Map(ids.map((id) => [id, 'Lead not found']));
      const restored: DeletedLead[] = [];
      for (const lead of leads) {
        if (!present.has(lead.userId)) reasons.set(lead.id, 'The user of this lead is deleted');
        else if (await this.insert(lead)) restored.push(lead);
        else reasons.set(lead.id, alreadyAssigned(lead.username).message);
      }
      const restoredIds = restored.map(({ id }) => id);
      await this.database.query('delete from deleted_leads where id = any ($1)', [restoredIds]);
      if (restored.length > 0)
        await this.audit.record('leads_restored', actor, counted(restored.length, 'lead'), { ids: restoredIds });
      this.signals.leadsChanged(
        restored.map(({ userId }) => userId),
        restoredIds,
      );
      restoredIds.forEach((id) => reasons.delete(id));
      const errors = [...reasons].map(([id, message]) => ({ id, message }));
      const message = `${counted(restored.length, 'business', 'businesses')} restored`;
      return { message, results: { success: restored.length, failed: errors.length, errors } };
    });
  }

  private lock(ids: readonly number[]): Promise<DeletedLead[]> {
    return this.database.query<DeletedLead>(
      `select d.id, d.user_id as "userId", coalesce(a.username, 'user ' || d.user_id) as username, d.content,
         json_build_object('name', b.name, 'state', b.state, 'county', b.county, 'latitude', b.latitude,
           'longitude', b.longitude) as copies
       from deleted_leads d join businesses b on b.id = d.business_id left join assignees a on a.id = d.user_id
       where d.id = any ($1) order by d.id for update of d`,
      [ids],
    );
  }

  private async leaveOutMisfits(leads: readonly DeletedLead[]): Promise<void> {
    const values = leads.map(({ content }) => content.lead.custom_fields);
    const misfits = await this.fieldValues.misfits(values);
    misfits.forEach((problems, at) => [...problems.keys()].forEach((key) => delete values[at]![key]));
  }

  /** Returns false if the user has the business by another lead. */
  private async insert({ content, copies }: DeletedLead): Promise<boolean> {
    const inserted = await this.insertRows('user_businesses', [{ ...content.lead, ...copies }]);
    if (inserted === 0) return false;
    for (const table of ownTables) await this.insertRows(table, content[table]);
    return true;
  }

  /** Leaves out columns that did not exist yet when the rows were saved. */
  private async insertRows(table: string, rows: Row[]): Promise<number> {
    const saved = rows[0];
    if (!saved) return 0;
    const names = (await this.columnsOf(table)).filter((name) => name in saved).join(', ');
    const inserted = await this.database.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing returning id`,
      [JSON.stringify(rows)],
    );
    return inserted.length;
  }

  private async columnsOf(table: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    return rows.map(({ name }) => name);
  }
}
