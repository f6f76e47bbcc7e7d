import { leadersOnly, pushToUser, type PushSignal } from '@lead-finder/contracts';
import { Database, CHANGE_SIGNALS, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const signal: PushSignal = { type: 'progress' };

/** Signals open pages to read the progress again, after the commit. */
@Injectable()
export class ProgressSignals {
  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
  ) {}

  /** Signals the pages of these users, for their meters, and of all leaders, for the team's page. */
  async progressChanged(userIds: Iterable<number>): Promise<void> {
    const leaders = await this.database.query<{ id: number }>(
      'select id from members where active and deleted_at is null and role = any($1)',
      [leadersOnly],
    );
    const recipients = new Set([...userIds, ...leaders.map(({ id }) => id)]);
    this.database.afterCommit(() => recipients.forEach((id) => this.changeSignals.publish(pushToUser(id), signal)));
  }
}
