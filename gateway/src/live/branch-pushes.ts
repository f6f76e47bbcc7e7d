import { resolveManagersOfEach, type OutputOf } from '@lead-finder/contracts';
import { asService, type Bus } from '@lead-finder/platform';
import type { PushFeed } from './push-feed.js';

const everyMs = 250;
const maxOwners = 1_000;
/** Limits a signal to 1 kB, as for the owner. */
const maxIds = 80;

/**
 * Sends managers the change signals of their people's leads. One call finds the managers of all owners whose leads
 * changed in a quarter of a second, however many managers a branch has.
 */
export class BranchPushes {
  private readonly waiting = new Map<number, Set<number>>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** Asks nothing while `isNeeded` is false: no manager has opened a page here. */
  constructor(
    private readonly feed: PushFeed,
    private readonly bus: Bus,
    isNeeded: () => boolean,
  ) {
    feed.onPush(({ to, signal }) => {
      if (typeof to === 'number' && signal.type === 'lead' && isNeeded()) this.add(to, signal.ids);
    });
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private add(owner: number, ids: Iterable<number>): void {
    this.waiting.set(owner, new Set([...(this.waiting.get(owner) ?? []), ...ids].slice(0, maxIds)));
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.send(), everyMs);
  }

  private async send(): Promise<void> {
    const changed = [...this.waiting].slice(0, maxOwners);
    changed.forEach(([owner]) => this.waiting.delete(owner));
    const userIds = changed.map(([owner]) => owner);
    try {
      this.publish(new Map(changed), (await this.bus.call(resolveManagersOfEach, { userIds }, asService())).users);
    } catch {
      // The users service is not reachable: the signals wait for the next attempt.
      changed.forEach(([owner, ids]) => this.add(owner, ids));
    } finally {
      this.timer = undefined;
      if (this.waiting.size > 0 && !this.isStopped) this.timer = setTimeout(() => void this.send(), everyMs);
    }
  }

  /** People of one team have the same managers, who get one signal for them together. */
  private publish(changed: ReadonlyMap<number, Set<number>>, users: OutputOf<typeof resolveManagersOfEach>['users']) {
    const byManagers = new Map<string, { to: Set<number>; ids: Set<number> }>();
    for (const { id, managerIds } of users) {
      const { to, ids } = byManagers.get(managerIds.join()) ?? { to: new Set(managerIds), ids: new Set<number>() };
      changed.get(id)?.forEach((lead) => ids.add(lead));
      byManagers.set(managerIds.join(), { to, ids });
    }
    for (const { to, ids } of byManagers.values())
      this.feed.publish({ to, signal: { type: 'lead', ids: [...ids].slice(0, maxIds) } });
  }
}
