import { setTimeout as pause } from 'node:timers/promises';
import { AppError, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import type { PlacesProvider } from '../provider/places-provider.js';
import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { SpentLimit } from './spent-limit.js';

interface Booked {
  entry: string;
  /** The limit that rejects the call; null if none does. */
  spent: 'everybody' | 'own' | null;
  secondsLeft: number;
}

/** Records calls, and rejects those beyond a limit (docs/product/finding.md#limits-of-provider-calls). */
@Injectable()
export class ProviderUsage {
  constructor(
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
  ) {}

  /** A call is recorded before it is made, so a crash loses none. */
  contextFor(provider: PlacesProvider, actorId: number, signal: AbortSignal): ProviderCallContext {
    return {
      signal,
      until: (another) => this.contextFor(provider, actorId, another),
      call: async (operation, make, pauseMs) => {
        signal.throwIfAborted();
        if (!provider.description.isMetered) return this.unmetered(provider, actorId, operation, make);
        const entry = await this.book(provider, actorId, operation);
        // Waits last, because work between the wait and the call would make the pause inexact.
        if (pauseMs) await this.awaitCallTime(`${provider.name}:${operation}`, pauseMs, signal, entry);
        try {
          const response = await make();
          await this.recordOutcome(entry, 'answered');
          return response;
        } catch (error) {
          await this.recordOutcome(entry, outcomeOf(error, signal));
          throw error;
        }
      },
    };
  }

  /** Records a call without cost. If the record fails, the search goes on. */
  private async unmetered<T>(
    { name }: PlacesProvider,
    actorId: number,
    operation: string,
    make: () => Promise<T>,
  ): Promise<T> {
    const record = (outcome: string) =>
      this.database
        .query('insert into provider_calls (provider, actor_id, operation, outcome) values ($1, $2, $3, $4)', [
          name,
          actorId,
          operation,
          outcome,
        ])
        .catch(() => undefined);
    try {
      const response = await make();
      await record('answered');
      return response;
    } catch (error) {
      await record('failed');
      throw error;
    }
  }

  /** Returns the calls left today for the user, or null without a limit. */
  async callsLeftToday({ name, description }: PlacesProvider, actorId: number): Promise<number | null> {
    if (!description.isMetered) return null;
    const { PLACES_CALLS_PER_DAY: perDay, PLACES_CALLS_PER_USER_PER_DAY: perUser } = this.settings;
    const [made] = await this.database.query<{ everybody: number; own: number }>(
      `select count(*)::int as everybody, (count(*) filter (where actor_id = $2))::int as own
       from provider_calls where provider = $1 and made_at >= date_trunc('day', now(), 'UTC')`,
      [name, actorId],
    );
    return Math.max(0, Math.min(perDay - made!.everybody, perUser - made!.own));
  }

  private async book({ name }: PlacesProvider, actorId: number, operation: string): Promise<string> {
    const { PLACES_CALLS_PER_DAY: perDay, PLACES_CALLS_PER_USER_PER_DAY: perUser } = this.settings;
    const [booked] = await this.database.query<Booked>(
      'select entry, spent, seconds_left as "secondsLeft" from book_provider_call($1, $2, $3, $4, $5)',
      [name, actorId, operation, perDay, perUser],
    );
    const { entry, spent, secondsLeft } = booked!;
    if (spent) throw new SpentLimit(spent, spent === 'own' ? perUser : perDay, secondsLeft);
    return entry;
  }

  private async recordOutcome(entry: string, outcome: string): Promise<void> {
    await this.database.query('update provider_calls set outcome = $2 where id = $1', [entry, outcome]);
  }

  /** The database assigns the times (`provider_turns`): a provider's pause applies to all replicas. */
  private async awaitCallTime(name: string, pauseMs: number, signal: AbortSignal, entry: string): Promise<void> {
    const [reserved] = await this.database.query<{ waitMs: number }>(
      `insert into provider_turns as turn (name, taken_until)
       values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (name) do update
         set taken_until = greatest(turn.taken_until, clock_timestamp()) + make_interval(secs => $2)
       returning (extract(epoch from taken_until - clock_timestamp()) - $2)::float8 * 1000 as "waitMs"`,
      [name, pauseMs / 1_000],
    );
    try {
      await pause(Math.max(0, reserved!.waitMs), undefined, { signal });
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
