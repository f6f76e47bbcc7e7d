import { pushToAdmins, type PushSignal } from '@lead-finder/contracts';
import {
  BackgroundTask,
  CHANGE_SIGNALS,
  Database,
  LOGGER,
  PeriodicTask,
  type ChangeSignals,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const everyMs = 1_000;
const leadsPerChunk = 2_000;

/** Compares all leads with the territories after a change (docs/decisions/0055-territories-of-leads.md). */
@Injectable()
export class TerritoryScan extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Territories of leads', () => this.compareChunk(), everyMs, log);
  }

  /** Begins again with the first lead, in the transaction of the change. */
  async begin(): Promise<void> {
    await this.database.query(
      `insert into territory_scan (after_id) values (0)
       on conflict (one) do update set after_id = 0, begun = false`,
    );
  }

  /** False before the first territory. */
  async isKnown(): Promise<boolean> {
    return (await this.database.query('select from territory_scan')).length > 0;
  }

  /** Returns whether to go on at once. Only one replica compares at a time; the others skip it. */
  compareChunk(): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.database.tryLock('territory scan leads'))) return false;
      const [scan] = await this.database.query<{ afterId: number; begun: boolean }>(
        'select after_id as "afterId", begun from territory_scan where after_id is not null for update',
      );
      if (!scan) return false;
      if (!scan.begun) {
        // Leads that are added from now on know the change.
        await this.database.lock('territories leads');
        await this.database.query('update territory_scan set begun = true');
        return true;
      }
      await this.compare(scan.afterId);
      return true;
    });
  }

  /** Makes open pages of administrators read the territories again after the commit. */
  announce(): void {
    this.database.afterCommit(() =>
      this.changeSignals.publish(pushToAdmins, { type: 'territory' } satisfies PushSignal),
    );
  }

  /** Locks the businesses, so that none moves meanwhile, and writes what differs. */
  private async compare(afterId: number): Promise<void> {
    const [chunk] = await this.database.query<{ last: number | null }>(
      `with lead as materialized (
         select u.id, b.latitude, b.longitude, b.state, b.county, b.formatted_address
         from user_businesses u join businesses b on b.id = u.business_id
         where u.id > $1 order by u.id limit ${leadsPerChunk} for share of b
       ), wanted as materialized (
         select lead.id as lead_id, above.id as territory_id, above.id = at.path[cardinality(at.path)] as own
         from lead
         cross join lateral territory_at(latitude, longitude, state, county, formatted_address) as at
         cross join lateral unnest(at.path) as above (id)
       ), removed as (
         delete from lead_territories present using lead where present.lead_id = lead.id and not exists (
           select from wanted where wanted.lead_id = present.lead_id and wanted.territory_id = present.territory_id
         )
       ), added as (
         insert into lead_territories as present (lead_id, territory_id, own) select * from wanted
         on conflict (lead_id, territory_id) do update set own = excluded.own where present.own <> excluded.own
       )
       select max(id) as last from lead`,
      [afterId],
    );
    const { last } = chunk!;
    await this.database.query('update territory_scan set after_id = $1', [last]);
    if (last !== null) return;
    await this.database.query('analyze lead_territories');
    this.announce();
  }
}
