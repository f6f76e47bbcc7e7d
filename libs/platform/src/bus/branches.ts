import { resolveBranch, resolveUsers, teamsChanged, type Actor, type TeamsChanged } from '@lead-finder/contracts';
import type { ChangeSignals } from '../change-signals/change-signals.js';
import { AppError } from '../errors/app-error.js';
import type { Bus, Caller } from './bus.js';

interface Known {
  readAt: number;
  branch: Promise<ReadonlySet<number> | undefined>;
}

/** A signal ends an answer at once. A signal can be lost, and a former manager loses sight within a second. */
const maxAgeMs = 500;
const maxKnown = 1_000;

/** Adds a manager's branch to the actor of a request (docs/product/teams.md#what-a-manager-sees). */
export class Branches {
  private readonly known = new Map<number, Known>();

  constructor(
    private readonly bus: Bus,
    changeSignals: ChangeSignals,
  ) {
    changeSignals.subscribe(teamsChanged, (signal) =>
      (signal as TeamsChanged).managerIds.forEach((id) => this.known.delete(id)),
    );
  }

  /** Rejects with `unavailable` if the users service does not answer. */
  async of(actor: Actor, caller: Caller): Promise<Actor> {
    if (actor.role !== 'manager') return actor;
    return { ...actor, branch: await this.branchOf(actor.id, caller) };
  }

  private branchOf(managerId: number, caller: Caller): Known['branch'] {
    const found = this.known.get(managerId);
    if (found && performance.now() - found.readAt < maxAgeMs) return found.branch;
    const branch = this.read(managerId, { actor: null, requestId: caller.requestId, traceparent: caller.traceparent });
    this.known.delete(managerId);
    this.known.set(managerId, { readAt: performance.now(), branch });
    if (this.known.size > maxKnown) this.known.delete(this.known.keys().next().value!);
    branch.catch(() => this.known.get(managerId)?.branch === branch && this.known.delete(managerId));
    return branch;
  }

  private async read(managerId: number, asked: Caller): Known['branch'] {
    try {
      const { people } = await this.bus.call(resolveBranch, { managerId }, asked);
      return people ? new Set(people) : undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable' && (await this.isVersionBefore(managerId, asked)))
        return undefined;
      throw error;
    }
  }

  /** During a roll-out the users service may be of a version that knows no teams and no time zones. */
  private async isVersionBefore(id: number, asked: Caller): Promise<boolean> {
    const { users } = await this.bus.call(resolveUsers, { ids: [id] }, asked);
    return users[0] !== undefined && !('timeZone' in users[0]);
  }
}
