import { leadersOnly, pushToUser, type PushSignal } from '@lead-finder/contracts';
import { Database, CHANGE_SIGNALS, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const hint: PushSignal = { type: 'progress' };

/** Tells open pages to look again, after the commit. */
@Injectable()
export class ProgressHints {
  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly hints: ChangeSignals,
  ) {}

  /** These people's meters, and every leader's team screen. */
  async changed(userIds: Iterable<number>): Promise<void> {
    const leaders = await this.database.query<{ id: number }>(
      'select id from members where active and deleted_at is null and role = any($1)',
      [leadersOnly],
    );
    const told = new Set([...userIds, ...leaders.map(({ id }) => id)]);
    this.database.afterCommit(() => told.forEach((id) => this.hints.publish(pushToUser(id), hint)));
  }
}
