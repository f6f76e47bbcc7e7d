import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { usStateCode } from '../us-states.js';
import { userSummary } from '../users/users.js';
import { id, idOr, line, nothing, text, wholeNumber } from '../wire.js';
import { readShape } from './territory-shapes.js';

export const maxTerritories = 500;
export const maxTerritoryLevels = 8;
export const maxTerritoryPlaces = { ofTerritory: 2_000, ofAll: 20_000 };
export const maxTerritoryOwners = { people: 100, teams: 20, ofAll: 4_000 };
export const maxGeoJsonCharacters = 900_000;

export const territoryShape = z.object({
  type: z.enum(['MultiPolygon']),
  coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
});

/** A Polygon or a MultiPolygon of GeoJSON. */
export const givenShape = z
  .object({
    type: z.enum(['Polygon', 'MultiPolygon'], 'Must be a Polygon or a MultiPolygon of GeoJSON'),
    coordinates: z.array(z.unknown(), 'Must have coordinates'),
  })
  .transform(({ type, coordinates }, { addIssue }) => {
    const read = readShape(type, coordinates);
    if ('shape' in read) return read.shape;
    addIssue({ code: 'custom', message: read.problem });
    return z.NEVER;
  });

const places = (place: z.ZodType<string, string>) =>
  z
    .array(place)
    .max(maxTerritoryPlaces.ofTerritory, `At most ${maxTerritoryPlaces.ofTerritory.toLocaleString('en')} of them`)
    .transform((given) => [...new Set(given)].sort());
const zip = z
  .string()
  .trim()
  .regex(/^\d{5}$/, 'A ZIP code has five digits');
const county = line(100).min(1, 'Please enter a county');
const state = text(50)
  .trim()
  .transform((name, { addIssue }) => {
    const code = usStateCode(name);
    if (code) return code;
    addIssue({ code: 'custom', message: `${name} is no state of the United States` });
    return z.NEVER;
  });
const owners = (max: number, what: string) =>
  z
    .array(id)
    .max(max, `A territory has at most ${max} ${what}`)
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

/** A lead is in a territory by any of these: the shape, or the ZIP code, county or state of its address. */
export const territoryForm = z.object({
  name: line(80)
    .min(1, 'Please enter a name')
    .refine((name) => !name.includes(' / '), 'Must not hold " / ", which separates levels'),
  parentId: id.nullable().default(null),
  priority: wholeNumber(1, maxTerritories).nullable().default(null),
  shape: givenShape.nullable().default(null),
  zips: places(zip).default([]),
  counties: places(county).default([]),
  states: places(state).default([]),
  userIds: owners(maxTerritoryOwners.people, 'people').default([]),
  teamIds: owners(maxTerritoryOwners.teams, 'teams').default([]),
});

const { shape: formFields } = territoryForm;

/**
 * `priority`: the place among the territories with the same parent, the lowest wins. `people`: who is on it or on those
 * below, without teams. `leads`: of it and of those below. `overlaps`: those that share an area or a place with it.
 */
export const territory = z.object({
  id: z.int(),
  name: z.string(),
  parentId: z.int().nullable(),
  priority: z.int(),
  corners: z.int(),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
  zips: z.array(z.string()),
  counties: z.array(z.string()),
  states: z.array(z.string()),
  userIds: z.array(z.int()),
  teamIds: z.array(z.int()),
  overlaps: z.array(z.int()),
  leads: z.int(),
  version: z.int(),
});
export type Territory = z.infer<typeof territory>;

/** `updating`: leads are being assigned to territories after a change. `withoutTerritory`: leads in none of them. */
export const territoryTree = z.object({
  territories: z.array(territory),
  people: z.array(userSummary.extend({ active: z.boolean() })),
  teams: z.array(z.object({ id: z.int(), name: z.string(), people: z.int() })),
  leads: z.int(),
  withoutTerritory: z.int(),
  withoutCoordinates: z.int(),
  updating: z.boolean(),
});
export type TerritoryTree = z.infer<typeof territoryTree>;

/** All territories in the order in which they win: by priority at each level, those below before their parent. */
export const listTerritories = defineRequest('leads.list-territories', {
  access: adminsOnly,
  input: nothing,
  output: territoryTree,
});

const territoryName = z.object({ id: z.int(), name: z.string(), parentId: z.int().nullable() });
export type TerritoryName = z.infer<typeof territoryName>;
/** For filters: all for an administrator, else those of the newest 20,000 leads that the caller sees, and those above. */
export const listTerritoryNames = defineRequest('leads.list-territory-names', {
  access: everyRole,
  input: nothing,
  output: z.object({ territories: z.array(territoryName) }),
});

/** Rejects with 409 `territory_name_taken`, with 400 on the field that breaks a bound. */
export const createTerritory = defineRequest('leads.create-territory', {
  access: adminsOnly,
  input: territoryForm,
  output: territory,
  idempotent: true,
  deadlineMs: 30_000,
});
/** Changes the given fields. Rejects with 409 `territory_name_taken`, `territory_cycle` or `stale_version`. */
export const updateTerritory = defineRequest('leads.update-territory', {
  access: adminsOnly,
  input: z.object({
    id,
    name: formFields.name.optional(),
    parentId: id.nullable().optional(),
    priority: wholeNumber(1, maxTerritories).optional(),
    shape: givenShape.nullable().optional(),
    zips: formFields.zips.unwrap().optional(),
    counties: formFields.counties.unwrap().optional(),
    states: formFields.states.unwrap().optional(),
    userIds: formFields.userIds.unwrap().optional(),
    teamIds: formFields.teamIds.unwrap().optional(),
    version: z.int().optional(),
  }),
  output: territory,
  deadlineMs: 30_000,
});
/** Rejects with 409 `territory_in_use` while territories are below it. */
export const removeTerritory = defineRequest('leads.remove-territory', {
  access: adminsOnly,
  input: z.object({ id }),
  output: nothing,
});

const overlap = z.object({
  id: z.int(),
  name: z.string(),
  wins: z.boolean(),
  leads: z.int(),
  leadsAreExact: z.boolean(),
  places: z.array(z.string()),
});
export type TerritoryOverlap = z.infer<typeof overlap>;
/** What overlaps it, without those above and below it. `leads` counts to 10,000 those in both shapes. */
export const listTerritoryOverlaps = defineRequest('leads.list-territory-overlaps', {
  access: adminsOnly,
  input: z.object({ id }),
  output: z.object({ overlaps: z.array(overlap) }),
  deadlineMs: 30_000,
});

export const territoryFeature = z.object({
  type: z.enum(['Feature']),
  geometry: territoryShape.nullable(),
  properties: z.object({
    id: z.int(),
    name: z.string(),
    parent: z.string().nullable(),
    priority: z.int(),
    zips: z.array(z.string()),
    counties: z.array(z.string()),
    states: z.array(z.string()),
  }),
});
export type TerritoryFeature = z.infer<typeof territoryFeature>;
export const territoryGeoJson = z.object({
  type: z.enum(['FeatureCollection']),
  features: z.array(territoryFeature),
});
/** Returns features of at most 10,000 corners, each after its parent; the gateway joins them. */
export const pullTerritoryShapes = defineRequest('leads.pull-territory-shapes', {
  access: adminsOnly,
  input: z.object({ after: wholeNumber(0, maxTerritories).optional() }),
  output: z.object({ features: z.array(territoryFeature), next: z.int().nullable() }),
});
/** Creates and changes territories by their names; all of the file or nothing. Rejects with 400, naming the feature. */
export const importTerritories = defineRequest('leads.import-territories', {
  access: adminsOnly,
  input: z.object({
    geojson: z
      .string()
      .max(maxGeoJsonCharacters, `A file has at most ${maxGeoJsonCharacters.toLocaleString('en')} characters`),
  }),
  output: z.object({ created: z.int(), changed: z.int(), unchanged: z.int() }),
  deadlineMs: 60_000,
});

/** The value of the filter for leads in no territory. */
export const noTerritory = 'none';
export const territoryChoice = z.union([z.literal(noTerritory), idOr('Must be the id of a territory or "none"')], {
  error: 'Must be the id of a territory or "none"',
});
