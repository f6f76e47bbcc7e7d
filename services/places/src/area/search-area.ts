import { AppError, Bus, requireActiveAdministrator } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { boxAround, contains, distanceBetween, type Point } from '../location/geometry.rules.js';
import type { Location } from '../location/geometry.rules.js';
import { PlacesProvider, type AreaSource, type ProviderBusiness } from '../provider/places-provider.js';
import type { ProviderCallContext } from '../provider/provider-call-context.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { scanArea, shareOf, type GridSquare, type SquareOutcome } from './area-grid.rules.js';
import { AreaCallContext } from './area-call-context.js';
import { BudgetSpent, LostWork, Stopped, type AreaWork, type SearchedSquare } from './area-search.js';
import { AreaWorkRepository } from './area-work.repository.js';

const renewMs = 3_000;

/** Runs a whole-area search, one call after the other, from where it ended. */
@Injectable()
export class SearchArea {
  constructor(
    private readonly provider: PlacesProvider,
    private readonly usage: ProviderUsage,
    private readonly repository: AreaWorkRepository,
    private readonly bus: Bus,
  ) {}

  async run(searchId: number, stop: AbortSignal): Promise<void> {
    const taken = await this.repository.take(searchId);
    if (!taken) return;
    const { work, worker } = taken;
    const left = new AbortController();
    // A running call may finish until the next renewal, because it may cost money.
    const renew = async () => {
      const { status } = await this.repository.renewLease(searchId, worker);
      if (status === 'stopping') throw new Stopped();
    };
    const leaseTimer = setInterval(() => {
      renew().catch((error: unknown) => {
        if (error instanceof LostWork || error instanceof Stopped) left.abort(error);
      });
    }, renewMs);
    const signal = AbortSignal.any([stop, left.signal]);
    try {
      await this.search(work, worker, signal);
      await this.repository.end(searchId, worker, 'completed');
    } catch (error) {
      await this.leave(searchId, worker, error, signal);
    } finally {
      clearInterval(leaseTimer);
    }
  }

  private async leave(searchId: number, worker: string, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LostWork) return;
    if (error instanceof Stopped) return this.repository.end(searchId, worker, 'stopped');
    if (error instanceof BudgetSpent) return this.repository.end(searchId, worker, 'spent');
    if (error instanceof AppError && !signal.aborted) {
      return this.repository.end(searchId, worker, 'failed', error.message);
    }
    await this.repository.release(searchId, worker);
    throw error;
  }

  private async search(work: AreaWork, worker: string, signal: AbortSignal): Promise<void> {
    const { areaSource } = this.provider;
    if (!areaSource) throw new AppError('invalid', 'validation_failed', 'This provider cannot search whole areas');
    const budget = {
      callsLeft: async () => (await this.repository.renewLease(work.id, worker)).callsLeft,
      countCall: () => this.repository.countCall(work.id),
    };
    const context = new AreaCallContext(this.usage.contextFor(this.provider, work.actor.id, signal), budget);
    const centre = work.centre ?? (await areaSource.locate(work.location, context));
    // An unknown location finds nothing and is not an error (docs/product/finding.md#unknown-locations).
    if (!centre) return;
    if (!work.centre) await this.repository.saveCentre(work.id, centre);
    const searched = await this.repository.searchedSquares(work.id);
    const whole = boxAround(centre, work.radius);
    const scan = scanArea({ centre, radius: work.radius }, whole, areaSource.maxResults);
    for (let step = scan.next(); !step.done;) {
      const square = step.value;
      let known = searched.get(square.path);
      while (!known || known.nextToken !== null) {
        const { status } = await this.repository.renewLease(work.id, worker);
        if (status === 'stopping') throw new Stopped();
        signal.throwIfAborted();
        await requireActiveAdministrator(this.bus, work.actor.id);
        known = await this.searchPage(
          { work, worker, areaSource, centre, share: shareOf(square.box, whole) },
          square,
          known,
          context,
        );
      }
      step = scan.next(outcomeOf(known, areaSource));
    }
  }

  private async searchPage(
    {
      work,
      worker,
      areaSource,
      centre,
      share,
    }: { work: AreaWork; worker: string; areaSource: AreaSource; centre: Location; share: number },
    { path, box }: GridSquare,
    before: SearchedSquare | undefined,
    context: ProviderCallContext,
  ): Promise<SearchedSquare> {
    const { businessType, keyword, location } = work;
    const token = before?.nextToken;
    const request = { businessType, keyword, location, centre, box, isWhole: path === '' };
    const page = await areaSource.search({ ...request, ...(token && { token }) }, context);
    const points = page.businesses.flatMap((business) => {
      const point = pointOf(business);
      return point && contains(box, point) ? [[point.latitude, point.longitude] as [number, number]] : [];
    });
    const result = {
      path,
      places: (before?.places ?? 0) + page.businesses.length,
      nextToken: page.next ?? null,
      points: [...(before?.points ?? []), ...points],
    };
    const isDone = result.nextToken === null && result.places < areaSource.maxResults;
    const found = page.businesses.flatMap((business) => inCircle(business, centre, work.radius));
    await this.repository.save(work.id, worker, { ...result, found, share: isDone ? share : 0 });
    return result;
  }
}

function outcomeOf({ places, points }: SearchedSquare, { maxResults }: AreaSource): SquareOutcome {
  const at = points.map(([latitude, longitude]) => ({ latitude, longitude }));
  return { count: points.length, isFull: places >= maxResults, points: at };
}

const pointOf = ({ latitude, longitude }: ProviderBusiness): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Sets the distance from the centre. A business without a position serves the area and is included. */
function inCircle(business: ProviderBusiness, centre: Point, radius: number): ProviderBusiness[] {
  const point = pointOf(business);
  const distance = point && distanceBetween(centre, point);
  if (distance !== null && distance > radius) return [];
  return [{ ...business, distance: distance && Math.round(distance) }];
}
