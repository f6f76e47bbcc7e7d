import type { Actor, checkExport, ExportCheck, openExport, OutputOf, ParsedInputOf } from '@lead-finder/contracts';
import { AppError, Clock, counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { ScopedFilter } from '../list/lead-filter.rules.js';
import { LeadTotals } from '../list/lead-totals.js';
import { dayMs, hasToWait, withGrowth } from './export-limit.rules.js';
import { ExportRules } from './export-rule.js';

/** Counts what users export, and rejects what has to wait (docs/product/lead-list.md#exports-that-wait). */
@Injectable()
export class LeadExports {
  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
    private readonly rules: ExportRules,
    private readonly clock: Clock,
  ) {}

  async check(filter: ParsedInputOf<typeof checkExport>, actor: Actor): Promise<ExportCheck> {
    const { maxLeads } = await this.rules.read();
    if (maxLeads === null) return { waits: false, leads: 0, recentLeads: 0, maxLeads };
    const leads = await this.count({ ...filter, scope: 'all' }, actor);
    const found = { leads, recentLeads: await this.recent(actor), maxLeads };
    return { ...found, waits: hasToWait(found) };
  }

  /** One export of a user after another, so that several at once are counted too. */
  async open(filter: ParsedInputOf<typeof openExport>, actor: Actor): Promise<OutputOf<typeof openExport>> {
    const [leads, { maxLeads }] = await Promise.all([this.count(filter, actor), this.rules.read()]);
    if (maxLeads === null) return { leads, maxRows: null };
    return this.database.transaction(async () => {
      await this.lockFor(actor);
      const found = { leads, recentLeads: await this.recent(actor), maxLeads };
      if (hasToWait(found)) throw needsApproval(found);
      await this.database.query('insert into exported_leads (user_id, leads, exported_at) values ($1, $2, $3)', [
        actor.id,
        leads,
        this.clock.now(),
      ]);
      return { leads, maxRows: withGrowth(leads) };
    });
  }

  /** Belongs to a transaction, at whose end the next export or request of the user goes on. */
  async lockFor({ id }: Actor): Promise<void> {
    await this.database.lock(`exports of ${id}`);
  }

  async count(filter: ScopedFilter, actor: Actor): Promise<number> {
    return (await this.totals.of(filter, actor, true)).total;
  }

  private async recent({ id }: Actor): Promise<number> {
    const [row] = await this.database.query<{ leads: number }>(
      'select coalesce(sum(leads), 0)::int as leads from exported_leads where user_id = $1 and exported_at > $2',
      [id, new Date(this.clock.now().getTime() - dayMs)],
    );
    return row!.leads;
  }
}

function needsApproval({ leads, recentLeads, maxLeads }: Omit<ExportCheck, 'waits'>): AppError {
  const before = recentLeads > 0 ? `, after ${counted(recentLeads, 'lead')} in the last 24 hours` : '';
  const message = `This export has ${counted(leads, 'lead')}${before}. Above ${counted(maxLeads ?? 0, 'lead')} in 24 hours a second administrator must allow it.`;
  return new AppError('forbidden', 'export_needs_approval', message);
}
