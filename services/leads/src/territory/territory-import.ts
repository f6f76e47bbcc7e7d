import {
  givenShape,
  maxTerritories,
  territoryForm,
  type importTerritories,
  type OutputOf,
} from '@lead-finder/contracts';
import { invalidField, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LeadAudit } from '../lead/lead-audit.js';
import type { StoredTerritory } from './stored-territory.js';
import { Territories } from './territories.js';

const { name, priority, zips, counties, states } = territoryForm.shape;
const places = {
  zips: zips.unwrap().optional(),
  counties: counties.unwrap().optional(),
  states: states.unwrap().optional(),
};

/** Files of others often have the name as NAME. */
const properties = z.preprocess(
  (given) => {
    if (typeof given !== 'object' || given === null) return given;
    const { NAME, Name, name: own = NAME ?? Name, ...rest } = given as Record<string, unknown>;
    return { ...rest, name: own };
  },
  z.object({
    name,
    parent: z
      .string()
      .transform((path) => path.split(' / '))
      .pipe(z.array(name))
      .nullish(),
    priority: priority.unwrap().unwrap().nullish(),
    ...places,
  }),
);
const feature = z.object({
  type: z.literal('Feature', 'Must be a Feature'),
  geometry: givenShape.nullish(),
  properties,
});
type Feature = z.output<typeof feature>;

const fail = (message: string) => invalidField('geojson', message);
const key = (parentId: number | null, of: string) => `${parentId} ${of.toLowerCase()}`;

/** Reads a file of GeoJSON (docs/product/territories.md#files). */
@Injectable()
export class TerritoryImport {
  constructor(
    private readonly territories: Territories,
    private readonly audit: LeadAudit,
  ) {}

  async run(geojson: string, context: ActorContext): Promise<OutputOf<typeof importTerritories>> {
    const features = featuresOf(geojson);
    return this.territories.change(async (tree) => {
      const known = new Map((await this.territories.stored()).map((each) => [key(each.parentId, each.name), each]));
      const counts = { created: 0, changed: 0, unchanged: 0 };
      const form = (of: string, parentId: number | null) => territoryForm.parse({ name: of, parentId });
      const add = async (given: z.output<typeof territoryForm>) => {
        const id = await this.territories.add(tree, given, context);
        const [created] = (await this.territories.stored([id])) as [StoredTerritory];
        known.set(key(given.parentId, given.name), created);
        counts.created++;
        return created;
      };
      for (const [at, { geometry, properties: given }] of features.entries()) {
        let parentId: number | null = null;
        try {
          for (const above of given.parent ?? [])
            parentId = (known.get(key(parentId, above)) ?? (await add(form(above, parentId)))).id;
          const present = known.get(key(parentId, given.name));
          const { parent: _parent, priority: wanted, ...rest } = given;
          const change = { ...rest, ...(geometry !== undefined && { shape: geometry }) };
          if (!present) {
            await add({ ...form(given.name, parentId), ...definedOf(change), priority: wanted ?? null });
            continue;
          }
          const now = { ...definedOf(change), name: undefined, ...(wanted != null && { priority: wanted }) };
          const placed = tree.all.find(({ id }) => id === present.id)!;
          const isChanged = await this.territories.alter(tree, { ...present, ...placed }, now, context);
          counts[isChanged ? 'changed' : 'unchanged']++;
        } catch (error) {
          throw named(error, at, given.name);
        }
      }
      await this.audit.record('territories_imported', context.actor, `${features.length} features`, { ...counts });
      return counts;
    });
  }
}

const definedOf = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Says in which feature a rule is broken. */
function named(error: unknown, at: number, of: string): unknown {
  const details = (error as { details?: { issues?: { message: string }[] } }).details;
  const message = details?.issues?.[0]?.message;
  return message ? fail(`Feature ${at + 1} (${of}): ${message}`) : error;
}

function featuresOf(text: string): Feature[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw fail('The file is not JSON');
  }
  const collection = z
    .object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()).min(1).max(maxTerritories) })
    .safeParse(json);
  if (!collection.success)
    throw fail(`The file must be a FeatureCollection of GeoJSON with 1 to ${maxTerritories} features`);
  const seen = new Map<string, number>();
  return collection.data.features.map((each, at) => {
    const read = feature.safeParse(each);
    if (!read.success) {
      const [issue] = read.error.issues;
      const given = (each as { properties?: { name?: unknown } } | null)?.properties?.name;
      const of = typeof given === 'string' ? ` (${given.slice(0, 80)})` : '';
      throw fail(`Feature ${at + 1}${of}: ${issue!.path.join('.') || 'feature'}: ${issue!.message}`);
    }
    const path = [...(read.data.properties.parent ?? []), read.data.properties.name].join(' / ').toLowerCase();
    const before = seen.get(path);
    if (before !== undefined)
      throw fail(
        `Feature ${at + 1} (${read.data.properties.name}): feature ${before + 1} has the same name and parent`,
      );
    seen.set(path, at);
    return read.data;
  });
}
