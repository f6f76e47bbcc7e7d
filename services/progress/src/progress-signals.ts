import { leadersOnly, pushToUser, resolveManagers, type PushSignal, type Role } from '@lead-finder/contracts';
import {
  asService,
  Bus,
  Database,
  CHANGE_SIGNALS,
  LOGGER,
  type ChangeSignals,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

const signal: PushSignal = { type: 'progress' };

/** Signals open pages to read the progress again, after the commit. */
@Injectable()
export class ProgressSignals {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Signals the pages of these users, for their meters, and of the leaders who see them, for the team's page. */
  async progressChanged(userIds: Iterable<number>): Promise<void> {
    const ids = [...userIds];
    const leaders = await this.database.query<{ id: number; role: Role }>(
      'select id, role from members where active and deleted_at is null and role = any($1)',
      [leadersOnly],
    );
    this.database.afterCommit(() => {
      this.publish(ids);
      void this.publishToLeaders(ids, leaders);
    });
  }

  /** Asks after the commit, so that contacts count while the users service is not reachable. */
  private async publishToLeaders(userIds: number[], leaders: { id: number; role: Role }[]): Promise<void> {
    try {
      const { managers } = await this.bus.call(resolveManagers, { userIds }, asService());
      const seeing = leaders.filter(({ id, role }) => role === 'admin' || (managers?.includes(id) ?? true));
      this.publish(seeing.map(({ id }) => id).filter((id) => !userIds.includes(id)));
    } catch (error) {
      this.log.warn({ err: error }, 'Pages of leaders not signalled: the users service is not reachable.');
    }
  }

  private publish(userIds: number[]): void {
    userIds.forEach((id) => this.changeSignals.publish(pushToUser(id), signal));
  }
}
