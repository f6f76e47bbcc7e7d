import { type Actor, type FirstStep, type FirstSteps, firstStep } from '@lead-finder/contracts';
import { Clock, Database, days } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { stepsOf } from './first-steps.rules.js';

const shownMs = days(30);

/** The first steps of a new user (docs/product/accounts.md#first-steps). */
@Injectable()
export class FirstStepsOfUser {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read({ id, role }: Actor): Promise<FirstSteps> {
    const [row] = await this.database.query<{ ended: FirstStep[]; isNamed: boolean; hasPeople: boolean }>(
      `select first_steps as ended, exists (select 1 from organisation) as "isNamed",
         exists (select 1 from users other where other.id <> $1 and not other.is_service) as "hasPeople"
       from users where id = $1 and created_at > $2`,
      [id, new Date(this.clock.now().getTime() - shownMs)],
    );
    return { steps: row ? stepsOf(role, row) : [] };
  }

  async end(step: FirstStep | 'all', actor: Actor): Promise<FirstSteps> {
    await this.database.query(
      `update users set first_steps = array(select distinct unnest(first_steps || $2::text[]))
       where id = $1 and not first_steps @> $2::text[]`,
      [actor.id, step === 'all' ? firstStep.options : [step]],
    );
    return this.read(actor);
  }
}
