import {
  pushToAdmins,
  pushToAll,
  pushToUser,
  teamsChanged,
  type PushSignal,
  type TeamsChanged,
} from '@lead-finder/contracts';
import type { ChangeSignals } from '@lead-finder/platform';

export interface Push {
  /** A user, all users, all administrators, or the managers among these users. */
  to: number | 'all' | 'admins' | ReadonlySet<number>;
  signal: PushSignal;
}

export class PushFeed {
  private readonly pushListeners = new Set<(push: Push) => void>();
  private readonly stops: (() => void)[];

  constructor(private readonly changeSignals: ChangeSignals) {
    this.stops = [
      changeSignals.subscribe(pushToUser('*'), (signal, subject) =>
        this.publish({
          to: subject === pushToAll ? 'all' : Number(subject.split('.').at(-1)),
          signal: signal as PushSignal,
        }),
      ),
      changeSignals.subscribe(pushToAdmins, (signal) => this.publish({ to: 'admins', signal: signal as PushSignal })),
      changeSignals.subscribe(teamsChanged, (signal) =>
        this.publish({ to: new Set((signal as TeamsChanged).managerIds), signal: { type: 'branch' } }),
      ),
    ];
  }

  onPush(listener: (push: Push) => void): void {
    this.pushListeners.add(listener);
  }

  onLoss(listener: () => void): void {
    this.stops.push(this.changeSignals.onLoss(listener));
  }

  onGap(listener: () => void): void {
    this.stops.push(this.changeSignals.onGap(listener));
  }

  onModuleDestroy(): void {
    this.stops.forEach((stop) => stop());
  }

  publish(push: Push): void {
    for (const listener of this.pushListeners) listener(push);
  }
}
