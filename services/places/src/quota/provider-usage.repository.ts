import { setTimeout as pause } from 'node:timers/promises';
import { AppError, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import type { ProviderCallContext, PlacesProvider } from '../provider/places-provider.js';
import { SpentLimit } from './spent-limit.js';

interface Booked {
  entry: string;
  /** Whose limit refuses the call; null where none does. */
  spent: 'everybody' | 'own' | null;
  secondsLeft: number;
}

/** Counts every call to a provider, and refuses the one that a day's limits don't allow (decisions, section 8). */
@Injectable()
export class ProviderUsage {
  constructor(
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
  ) {}

  /** An errand to the provider in somebody's name. A call is booked before it is made, so a crash loses none. */
  errand(provider: PlacesProvider, actorId: number, signal: AbortSignal): ProviderCallContext {
    return {
      signal,
      until: (another) => this.errand(provider, actorId, another),
      call: async (operation, make, pauseMs) => {
        signal.throwIfAborted();
        if (!provider.isMetered) return this.unmetered(provider, actorId, operation, make);
        const entry = await this.book(provider, actorId, operation);
        // The turn comes last: what lies between it and the call would blur the pause.
        if (pauseMs) await this.awaitTurn(`${provider.name}:${operation}`, pauseMs, signal, entry);
        try {
          const answer = await make();
          await this.close(entry, 'answered');
          return answer;
        } catch (error) {
          await this.close(entry, outcomeOf(error, signal));
          throw error;
        }
      },
    };
  }

  /** A call that costs nobody anything is written down beside the search, which doesn't wait for it. */
  private async unmetered<T>(
    { name }: PlacesProvider,
    actorId: number,
    operation: string,
    make: () => Promise<T>,
  ): Promise<T> {
    const note = (outcome: string) =>
      void this.database
        .query('insert into provider_calls (provider, actor_id, operation, outcome) values ($1, $2, $3, $4)', [
          name,
          actorId,
          operation,
          outcome,
        ])
        .catch(() => undefined);
    try {
      const answer = await make();
      note('answered');
      return answer;
    } catch (error) {
      note('failed');
      throw error;
    }
  }

  /** Null where no limit holds. */
  async callsLeftToday({ name, isMetered }: PlacesProvider, actorId: number): Promise<number | null> {
    if (!isMetered) return null;
    const { PLACES_CALLS_PER_DAY: ofEverybody, PLACES_CALLS_PER_USER_PER_DAY: ofOne } = this.settings;
    const [made] = await this.database.query<{ everybody: number; own: number }>(
      `select count(*)::int as everybody, (count(*) filter (where actor_id = $2))::int as own
       from provider_calls where provider = $1 and made_at >= date_trunc('day', now(), 'UTC')`,
      [name, actorId],
    );
    return Math.max(0, Math.min(ofEverybody - made!.everybody, ofOne - made!.own));
  }

  private async book({ name }: PlacesProvider, actorId: number, operation: string): Promise<string> {
    const { PLACES_CALLS_PER_DAY: ofEverybody, PLACES_CALLS_PER_USER_PER_DAY: ofOne } = this.settings;
    const [booked] = await this.database.query<Booked>(
      'select entry, spent, seconds_left as "secondsLeft" from book_provider_call($1, $2, $3, $4, $5)',
      [name, actorId, operation, ofEverybody, ofOne],
    );
    const { entry, spent, secondsLeft } = booked!;
    if (spent) throw new SpentLimit(spent, spent === 'own' ? ofOne : ofEverybody, secondsLeft);
    return entry;
  }

  private async close(entry: string, outcome: string): Promise<void> {
    await this.database.query('update provider_calls set outcome = $2 where id = $1', [entry, outcome]);
  }

  /**
   * Turns are dealt out in the database: what a provider asks of an application holds for all its replicas. Who leaves
   * before his turn has made no call.
   */
  private async awaitTurn(name: string, pauseMs: number, signal: AbortSignal, entry: string): Promise<void> {
    const [turn] = await this.database.query<{ waitMs: number }>(
      `insert into provider_turns as turn (name, taken_until)
       values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (name) do update
         set taken_until = greatest(turn.taken_until, clock_timestamp()) + make_interval(secs => $2)
       returning (extract(epoch from taken_until - clock_timestamp()) - $2)::float8 * 1000 as "waitMs"`,
      [name, pauseMs / 1_000],
    );
    try {
      await pause(Math.max(0, turn!.waitMs), undefined, { signal });
    } catch (error) {
      await this.database.query('delete from provider_calls where id = $1', [entry]);
      throw error;
    }
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'abandoned';
  return error instanceof AppError ? error.code : 'failed';
}
