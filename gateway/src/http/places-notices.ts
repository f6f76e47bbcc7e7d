import { getPlacesNotices, type PlacesNotice } from '@lead-finder/contracts';
import { asService, type Bus } from '@lead-finder/platform';

const askEveryMs = 15_000;

/** Repeats in the gateway's /readyz what the places service reports of its provider. */
export class PlacesNotices {
  private last: PlacesNotice[] = [];
  private askedAt = -Infinity;

  constructor(private readonly bus: Bus) {}

  /** Returns the last response, and asks again in the background, because readiness must not wait for another service. */
  current(): PlacesNotice[] {
    if (performance.now() - this.askedAt > askEveryMs) void this.ask();
    return this.last;
  }

  private async ask(): Promise<void> {
    this.askedAt = performance.now();
    const { notices } = await this.bus.call(getPlacesNotices, {}, asService()).catch(() => ({ notices: this.last }));
    this.last = notices;
  }
}
