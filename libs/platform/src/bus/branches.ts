import { resolveBranch, type Actor } from '@lead-finder/contracts';
import type { Bus, Caller } from './bus.js';

interface Known {
  readAt: number;
  branch: Promise<ReadonlySet<number> | undefined>;
}

/** A former manager loses the sight of a branch within a second, so an answer serves half of one. */
const maxAgeMs = 500;
const maxKnown = 1_000;

/** Adds a manager's branch to the actor of a request (docs/product/teams.md#what-a-manager-sees). */
export class Branches {
  private readonly known = new Map<number, Known>();

  constructor(private readonly bus: Bus) {}

  /** Rejects with `unavailable` if the users service does not answer. */
  async of(actor: Actor, caller: Caller): Promise<Actor> {
    if (actor.role !== 'manager') return actor;
    return { ...actor, branch: await this.branchOf(actor.id, caller) };
  }

  private branchOf(managerId: number, caller: Caller): Known['branch'] {
    const found = this.known.get(managerId);
    if (found && performance.now() - found.readAt < maxAgeMs) return found.branch;
    const { requestId, traceparent } = caller;
    const branch = this.bus
      .call(resolveBranch, { managerId }, { actor: null, requestId, traceparent })
      .then(({ people }) => people && new Set(people))
      .then((people) => people ?? undefined);
    this.known.delete(managerId);
    this.known.set(managerId, { readAt: performance.now(), branch });
    if (this.known.size > maxKnown) this.known.delete(this.known.keys().next().value!);
    branch.catch(() => this.known.delete(managerId));
    return branch;
  }
}
