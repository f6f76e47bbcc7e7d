import { AppError, Bus, refuseFormerAdministrator } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { boxAround, distanceBetween, holds, type Point } from '../location/geometry.rules.js';
import type { Location } from '../location/locations.js';
import {
  PlacesProvider,
  type CellSource,
  type ProviderCallContext,
  type ProviderBusiness,
} from '../provider/places-provider.js';
import { ProviderUsage } from '../quota/provider-usage.repository.js';
import { shareOf, walkArea, type Cell, type CellOutcome } from './area-cells.rules.js';
import { AreaCallContext } from './area-call-context.js';
import { BudgetSpent, LostWork, Stopped, type AreaWork, type AskedCell } from './area-search.js';
import { AreaWorkRepository } from './area-work.repository.js';

const holdEveryMs = 3_000;

/** Works a search of a whole area off, one call after the other, from wherever it was left. */
@Injectable()
export class SearchArea {
  constructor(
    private readonly provider: PlacesProvider,
    private readonly ledger: ProviderUsage,
    private readonly repository: AreaWorkRepository,
    private readonly bus: Bus,
  ) {}

  async run(searchId: number, stop: AbortSignal): Promise<void> {
    const taken = await this.repository.take(searchId);
    if (!taken) return;
    const { work, worker } = taken;
    const left = new AbortController();
    // A call that is under way has time to be answered until the next look: it may have been paid for.
    const look = async () => {
      const { status } = await this.repository.hold(searchId, worker);
      if (status === 'stopping') throw new Stopped();
    };
    const holding = setInterval(() => {
      look().catch((error: unknown) => {
        if (error instanceof LostWork || error instanceof Stopped) left.abort(error);
      });
    }, holdEveryMs);
    const signal = AbortSignal.any([stop, left.signal]);
    try {
      await this.workOff(work, worker, signal);
      await this.repository.end(searchId, worker, 'completed');
    } catch (error) {
      await this.leave(searchId, worker, error, signal);
    } finally {
      clearInterval(holding);
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

  private async workOff(work: AreaWork, worker: string, signal: AbortSignal): Promise<void> {
    const { cells } = this.provider;
    if (!cells) throw new AppError('invalid', 'validation_failed', 'This provider cannot search whole areas');
    const account = {
      callsLeft: async () => (await this.repository.hold(work.id, worker)).callsLeft,
      countCall: () => this.repository.countCall(work.id),
    };
    const errand = new AreaCallContext(this.ledger.errand(this.provider, work.actor.id, signal), account);
    const centre = work.centre ?? (await cells.locate(work.location, errand));
    // An unknown location is nothing found, not an error (decisions, section 8).
    if (!centre) return;
    if (!work.centre) await this.repository.keepCentre(work.id, centre);
    const asked = await this.repository.askedCells(work.id);
    const whole = boxAround(centre, work.radius);
    const walk = walkArea({ centre, radius: work.radius }, whole, cells.most);
    for (let step = walk.next(); !step.done;) {
      const cell = step.value;
      let known = asked.get(cell.path);
      while (!known || known.nextToken !== null) {
        const { status } = await this.repository.hold(work.id, worker);
        if (status === 'stopping') throw new Stopped();
        signal.throwIfAborted();
        await refuseFormerAdministrator(this.bus, work.actor.id);
        known = await this.askPage(
          { work, worker, cells, centre, share: shareOf(cell.box, whole) },
          cell,
          known,
          errand,
        );
      }
      step = walk.next(outcomeOf(known, cells));
    }
  }

  private async askPage(
    {
      work,
      worker,
      cells,
      centre,
      share,
    }: { work: AreaWork; worker: string; cells: CellSource; centre: Location; share: number },
    { path, box }: Cell,
    before: AskedCell | undefined,
    errand: ProviderCallContext,
  ): Promise<AskedCell> {
    const { businessType, keyword, location } = work;
    const token = before?.nextToken;
    const wanted = { businessType, keyword, location, centre, box, isWhole: path === '' };
    const page = await cells.search({ ...wanted, ...(token && { token }) }, errand);
    const points = page.businesses.flatMap((business) => {
      const point = pointOf(business);
      return point && holds(box, point) ? [[point.latitude, point.longitude] as [number, number]] : [];
    });
    const answer = {
      path,
      places: (before?.places ?? 0) + page.businesses.length,
      nextToken: page.next ?? null,
      points: [...(before?.points ?? []), ...points],
    };
    const isDone = answer.nextToken === null && answer.places < cells.most;
    const found = page.businesses.flatMap((business) => inCircle(business, centre, work.radius));
    await this.repository.save(work.id, worker, { ...answer, found, share: isDone ? share : 0 });
    return answer;
  }
}

function outcomeOf({ places, points }: AskedCell, { most }: CellSource): CellOutcome {
  const at = points.map(([latitude, longitude]) => ({ latitude, longitude }));
  return { count: points.length, isFull: places >= most, points: at };
}

const pointOf = ({ latitude, longitude }: ProviderBusiness): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** With its distance from the middle, none outside; what has no place serves the area from nowhere in particular. */
function inCircle(business: ProviderBusiness, centre: Point, radius: number): ProviderBusiness[] {
  const point = pointOf(business);
  const distance = point && distanceBetween(centre, point);
  if (distance !== null && distance > radius) return [];
  return [{ ...business, distance: distance && Math.round(distance) }];
}
