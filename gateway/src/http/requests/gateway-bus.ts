import type { InputOf, OutputOf, RequestContract } from '@lead-finder/contracts';
import { Bus, type Caller, type ChangeSignals, type RequestClient } from '@lead-finder/platform';
import { quotaOf } from './caller.js';

interface Calls {
  running: number;
  waiting: (() => void)[];
}

/** Limits the calls that run at the same time for one user. Further calls of that user wait here. */
export class GatewayBus extends Bus {
  private readonly users = new Map<number, Calls>();

  constructor(
    client: RequestClient,
    changeSignals: ChangeSignals,
    private readonly maxCallsPerUser: number,
  ) {
    super(client, changeSignals, 'gateway');
  }

  /** Sends what a client sent, nothing as an empty object: the service validates it against the contract and rejects it with 400. */
  forward<C extends RequestContract>(contract: C, input: unknown, caller: Caller): Promise<OutputOf<C>> {
    return this.call(contract, (input === undefined ? {} : input) as InputOf<C>, caller);
  }

  override async call<C extends RequestContract>(contract: C, input: InputOf<C>, caller: Caller): Promise<OutputOf<C>> {
    if (!caller.actor) return super.call(contract, input, caller);
    const id = quotaOf(caller.actor);
    const giveUpAt = Math.min(performance.now() + contract.deadlineMs, caller.giveUpAt ?? Infinity);
    const calls = this.users.get(id) ?? { running: 0, waiting: [] };
    this.users.set(id, calls);
    if (calls.running < this.maxCallsPerUser) calls.running += 1;
    else await new Promise<void>((go) => calls.waiting.push(go));
    try {
      return await super.call(contract, input, { ...caller, giveUpAt });
    } finally {
      const next = calls.waiting.shift();
      if (next) next();
      else if (--calls.running === 0) this.users.delete(id);
    }
  }
}
