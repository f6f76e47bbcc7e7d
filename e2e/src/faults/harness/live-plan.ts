import { randomUUID } from 'node:crypto';
import type { DistributionPlan } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ImportedFile, startedImport } from './imported-file.js';
import type { Stage } from './stage.js';
import { usernames } from './team.js';

const rows = 3_000;

/** A plan that shares what imports bring among the users in turn, and the leads that it gave. */
export class LivePlan {
  private readonly file: ImportedFile;
  private importId = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly id: number,
  ) {
    this.file = new ImportedFile(`${stage.imported.file.prefix} live`, rows, ['']);
  }

  static async switchOn(stage: Stage): Promise<LivePlan> {
    const userIds = usernames.map((username) => stage.world.user(username).id);
    const definition = {
      source: { kind: 'pool' },
      rules: [{ conditions: [{ kind: 'people', userIds }], share: 'round-robin' }],
      rest: { kind: 'stay' },
    };
    const plan = (await done(stage, 'POST', '', { name: `Live ${randomUUID()}`, definition })) as DistributionPlan;
    await done(stage, 'PATCH', `/${plan.id}`, { live: ['imports'] });
    return new LivePlan(stage, plan.id);
  }

  /** Imports leads without a user. */
  async bring(): Promise<void> {
    await this.stage.product.ready();
    const { admin } = this.stage.world;
    this.importId = await startedImport(admin, this.file.text(), { within: 240_000, fields: { assignTo: '-1' } });
    this.stage.imports.push({ id: this.importId, file: this.file, mayStop: false });
    await this.stage.world.importEnds(this.importId, 240_000);
  }

  /** Checks that each lead has a user once, and that accounts, shares and the undo agree with it. */
  async check(): Promise<void> {
    const { records } = this.stage.world;
    await eventually(
      async () => {
        const [row] = await records.rows<{ leads: number }>(
          'select count(*)::int as leads from leads.distribution_arrivals',
        );
        if (row!.leads > 0) throw new Error(`${row!.leads} leads wait`);
      },
      { within: 120_000 },
    );
    const [given] = await records.rows<Record<'leads' | 'once' | 'accounts' | 'apart' | 'images' | 'counted', number>>(
      `with moves as (
         select user_business_id as lead, min(new_user_id) as owner, count(*) as times
         from leads.assignment_history h join leads.user_businesses u on u.id = user_business_id
         where u.import_id = $1 and h.previous_user_id < 0 and h.new_user_id > 0 group by 1
       ), accounts as (
         select user_id, sum(leads) as leads from leads.distribution_accounts where plan_id = $2 group by 1
       )
       select (select count(*)::int from leads.user_businesses where import_id = $1) as leads,
         (select count(*)::int from moves where times = 1) as once,
         (select coalesce(sum(leads), 0)::int from accounts
          where leads = (select count(*) from moves where owner = user_id)) as accounts,
         (select (max(leads) - min(leads))::int from accounts) as apart,
         (select count(*)::int from leads.bulk_job_images i join leads.bulk_jobs j on j.id = i.job_id
          where j.plan_id = $2 and j.live) as images,
         (select coalesce(sum(done), 0)::int from leads.bulk_jobs where plan_id = $2 and live) as counted`,
      [this.importId, this.id],
    );
    const { leads, once, accounts, apart, images, counted } = given!;
    const { stage } = this;
    stage.expect(`${leads} of ${this.file.wanted} leads came in`, leads === this.file.wanted);
    stage.expect(`${once} of ${leads} leads got a user once`, once === leads);
    stage.expect(`the accounts that agree with the history have ${accounts} of ${leads} leads`, accounts === leads);
    stage.expect(`the shares are ${apart} leads apart`, apart <= 1);
    stage.expect(`${images} and ${counted} of ${leads} leads can be undone`, images === leads && counted === leads);
    await done(stage, 'PATCH', `/${this.id}`, { live: [] });
  }
}

async function done(stage: Stage, method: string, path: string, body: object): Promise<unknown> {
  const headers = { 'idempotency-key': randomUUID() };
  return eventually(
    async () => {
      const outcome = await stage.world.admin.send(method, `/api/distribution-plans${path}`, body, headers);
      if (outcome.kind !== 'done') throw new Error(outcome.why);
      return outcome.body;
    },
    { within: 120_000 },
  );
}
