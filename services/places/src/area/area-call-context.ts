import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { BudgetSpent } from './area-search.js';

interface CallBudget {
  callsLeft(): Promise<number>;
  countCall(): Promise<void>;
}

/** Counts a call against the budget before it is made, so a crash leaves none uncounted. */
export class AreaCallContext implements ProviderCallContext {
  constructor(
    private readonly inner: ProviderCallContext,
    private readonly budget: CallBudget,
  ) {}

  get signal(): AbortSignal {
    return this.inner.signal;
  }

  async call<T>(operation: string, make: () => Promise<T>, pauseMs?: number): Promise<T> {
    if ((await this.budget.callsLeft()) <= 0) throw new BudgetSpent();
    const counted = async () => {
      await this.budget.countCall();
      return make();
    };
    return this.inner.call(operation, counted, pauseMs);
  }

  until(signal: AbortSignal): ProviderCallContext {
    return new AreaCallContext(this.inner.until(signal), this.budget);
  }
}
