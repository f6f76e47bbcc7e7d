import { leadersOnly, pushToUser, type PushHint } from '@lead-finder/contracts';
import { Database, HINTS, type Hints } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const hint: PushHint = { type: 'progress' };

/** Tells open pages to look again, after the commit. */
@Injectable()
export class ProgressHints {
  constructor(
    private readonly database: Database,
    @Inject(HINTS) private readonly hints: Hints,
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
