import type { ProviderCallContext } from '../provider/places-provider.js';
import { BudgetSpent } from './area-search.js';

interface Account {
  callsLeft(): Promise<number>;
  countCall(): Promise<void>;
}

/** An errand whose calls are counted against a budget before they are made; so a crash counts none too few. */
export class AreaCallContext implements ProviderCallContext {
  constructor(
    private readonly inner: ProviderCallContext,
    private readonly account: Account,
  ) {}

  get signal(): AbortSignal {
    return this.inner.signal;
  }

  async call<T>(operation: string, make: () => Promise<T>, pauseMs?: number): Promise<T> {
    if ((await this.account.callsLeft()) <= 0) throw new BudgetSpent();
    const counted = async () => {
      await this.account.countCall();
      return make();
    };
    return this.inner.call(operation, counted, pauseMs);
  }

  until(signal: AbortSignal): ProviderCallContext {
    return new AreaCallContext(this.inner.until(signal), this.account);
  }
}
