import { leadStatusChanged, type PastLead } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';

/** Adds leads with two weeks of history for the demo team. */
@Injectable()
export class PastLeads {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
    private readonly outbox: Outbox,
  ) {}

  /** Skips leads that exist already. Returns the number of new leads. */
  add(leads: PastLead[]): Promise<number> {
    return this.database.transaction(async () => {
      for (const userId of [...new Set(leads.map((lead) => lead.userId))].sort())
        await this.userReplica.lockForShare(userId);
      const added = await this.insert(leads);
      const ids = new Map(added.map((row) => [`${row.user_id}/${row.business_id}`, row]));
      const known = leads.flatMap((lead) => {
        const row = ids.get(`${lead.userId}/${lead.businessId}`);
        return row ? [{ ...lead, leadId: row.id, name: row.name }] : [];
      });
      await this.insertWork(known);
      for (const { leadId, name, userId, status, contactedAt } of known) {
        if (!contactedAt) continue;
        const moved = { leadId, userId, businessName: name, from: 'new' as const, to: status, firstContact: true };
        await this.outbox.append(leadStatusChanged, { changedBy: userId, at: contactedAt, job: null, leads: [moved] });
      }
      return added.length;
    });
  }

  private insert(leads: PastLead[]) {
    return this.database.query<{ id: number; user_id: number; business_id: number; name: string }>(
      `insert into user_businesses (user_id, business_id, status, viewed, archived, archived_at, existing_customer,
         existing_customer_at, assigned_at, last_contacted_at, first_contact_at, notes, tags, custom_fields,
         name, state, county, latitude, longitude)
       select "userId", b.id, status, viewed, archived, case when archived then now() end, "existingCustomer",
         case when "existingCustomer" then now() end, "assignedAt", "contactedAt", "contactedAt", notes, tags,
         jsonb_strip_nulls(jsonb_build_object('email', email, 'contactPerson', "contactPerson")),
         b.name, b.state, b.county, b.latitude, b.longitude
       from jsonb_to_recordset($1) as past ("businessId" bigint, "userId" bigint, status text, viewed boolean, archived boolean,
         "existingCustomer" boolean, "assignedAt" timestamptz, "contactedAt" timestamptz, notes text, tags text[],
         email text, "contactPerson" text)
       join businesses b on b.id = "businessId"
       on conflict (user_id, business_id) do nothing
       returning id, user_id, business_id, name`,
      [JSON.stringify(leads)],
    );
  }

  private async insertWork(leads: (PastLead & { leadId: number })[]): Promise<void> {
    await this.database.query(
      `insert into assignment_history (user_business_id, new_user_id, changed_by, changed_at)
       select "leadId", "userId", "assignedBy", "assignedAt" from jsonb_to_recordset($1)
         as past ("leadId" bigint, "userId" bigint, "assignedBy" bigint, "assignedAt" timestamptz)`,
      [JSON.stringify(leads)],
    );
    const activities = leads.flatMap(({ leadId, userId, activities: done }) =>
      done.map((each) => ({ ...each, leadId, userId })),
    );
    const moved = leads.filter(({ contactedAt }) => contactedAt !== null);
    await this.database.query(
      `insert into lead_changes (user_business_id, kind, what, changed_by, changed_at)
       select "leadId", 'status', jsonb_build_object('from', 'new', 'to', status), "userId", "contactedAt"
       from jsonb_to_recordset($1) as past ("leadId" bigint, status text, "userId" bigint, "contactedAt" timestamptz)`,
      [JSON.stringify(moved)],
    );
    await this.database.query(
      `insert into contact_activities (user_business_id, type, description, scheduled_at, created_by, created_at, updated_at,
         reminded_for)
       select "leadId", type, description, "scheduledAt", "userId", "at", "at",
         case when "scheduledAt" <= now() then "scheduledAt" end from jsonb_to_recordset($1)
         as done ("leadId" bigint, type text, description text, "scheduledAt" timestamptz, "userId" bigint, "at" timestamptz)`,
      [JSON.stringify(activities)],
    );
  }
}
