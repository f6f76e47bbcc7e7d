import {
  boxOfPart,
  doOverlap,
  maxShape,
  maxTerritoryPlaces,
  partsOfShape,
  type TerritoryShape,
} from '@lead-finder/contracts';
import { Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { StoredTerritory } from './stored-territory.js';

/** Writes where a territory is: its shape, its places, and what it overlaps. */
@Injectable()
export class TerritoryArea {
  constructor(private readonly database: Database) {}

  async write({ id, shape, zips, counties, states }: StoredTerritory): Promise<void> {
    const parts = shape ? partsOfShape(shape) : [];
    const bounds = parts.length > 0 ? boxOfPart(parts.flat()) : null;
    await this.database.query(
      `update territories set shape = $2, corners = $3, bounds = $4, zips = $5, counties = $6, states = $7 where id = $1`,
      [
        id,
        shape && JSON.stringify(shape),
        parts.flat().length,
        bounds && JSON.stringify(bounds),
        zips,
        counties,
        states,
      ],
    );
    await this.refuseMuchArea();
    await this.database.query('delete from territory_parts where territory_id = $1', [id]);
    await this.database.query(
      'insert into territory_parts (territory_id, part) select $1, part::polygon from unnest($2::text[]) as part',
      [id, parts.map((part) => `(${part.map(([x, y]) => `(${x},${y})`).join()})`)],
    );
    await this.database.query('delete from territory_places where territory_id = $1', [id]);
    await this.database.query(
      'insert into territory_places (place, territory_id) select distinct place, $1::bigint from unnest($2::text[]) as place',
      [
        id,
        [
          ...zips.map((zip) => `zip ${zip}`),
          ...counties.map((county) => `county ${county.toLowerCase()}`),
          ...states.map((state) => `state ${state}`),
        ],
      ],
    );
    await this.writeOverlaps(id, shape);
  }

  private async writeOverlaps(id: number, shape: TerritoryShape | null): Promise<void> {
    await this.database.query('delete from territory_overlaps where $1 in (territory_id, other_id)', [id]);
    if (!shape) return;
    const near = await this.database.query<{ id: number; shape: TerritoryShape }>(
      `select id, shape from territories where id <> $1 and id in (
         select other.territory_id from territory_parts own join territory_parts other on box(own.part) && box(other.part)
         where own.territory_id = $1
       )`,
      [id],
    );
    const others = near.filter((each) => doOverlap(shape, each.shape)).map((each) => each.id);
    await this.database.query(
      `insert into territory_overlaps (territory_id, other_id)
       select least($1::bigint, other), greatest($1::bigint, other) from unnest($2::bigint[]) as other`,
      [id, others],
    );
  }

  private async refuseMuchArea(): Promise<void> {
    const [all] = await this.database.query<{ corners: number; places: number }>(
      `select coalesce(sum(corners), 0)::int as corners,
         coalesce(sum(cardinality(zips) + cardinality(counties) + cardinality(states)), 0)::int as places from territories`,
    );
    const tooMany = (what: string, max: number) =>
      `All territories together have at most ${max.toLocaleString('en')} ${what}`;
    if (all!.corners > maxShape.pointsOfAll) throw invalidField('shape', tooMany('corners', maxShape.pointsOfAll));
    if (all!.places > maxTerritoryPlaces.ofAll)
      throw invalidField('zips', tooMany('ZIP codes, counties and states', maxTerritoryPlaces.ofAll));
  }
}
