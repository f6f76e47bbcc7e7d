import { pushToAdmins, pushToUser, type PushSignal } from '@lead-finder/contracts';
import { Database, CHANGE_SIGNALS, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ChangeFeed } from '../change-feed/change-feed.js';

/** Limits a signal to 1 kB. A page that shows other leads refetches its list anyway. */
const maxIds = 80;

/** Makes open pages refetch after the commit. */
@Injectable()
export class LeadSignals {
  constructor(
    private readonly database: Database,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
    private readonly feed: ChangeFeed,
  ) {}

  leadsChanged(owners: Iterable<number>, ids: readonly number[]): void {
    this.feed.changed();
    const signal: PushSignal = { type: 'lead', ids: ids.slice(0, maxIds) };
    const subjects = [...new Set(owners)].map(pushToUser);
    this.database.afterCommit(() =>
      [...subjects, pushToAdmins].forEach((subject) => this.changeSignals.publish(subject, signal)),
    );
  }

  notified(userId: number): void {
    const signal: PushSignal = { type: 'notification' };
    this.database.afterCommit(() => this.changeSignals.publish(pushToUser(userId), signal));
  }
}
