import { importedTag, isContact, type CustomFields, type ImportRow, usStateCode } from '@lead-finder/contracts';
import { countyFromAddress, stateFromAddress } from '../business/county.rules.js';
import { importedPlaceId, matchKey } from '../business/match-key.rules.js';

/** A business as a file describes it. The keys are columns. */
export interface GivenBusiness {
  place_id: string;
  match_key: string;
  name: string;
  formatted_address: string | null;
  phone: string | null;
  website: string | null;
  state: string | null;
  state_as_given: string | null;
  county: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** A lead to create, from the first row of the batch with this user and this business. */
export interface WantedLead {
  row: ImportRow;
  matchKey: string;
  /** Later rows of the batch with the same user and business. */
  repeats: number[];
}

export interface ReadBatch {
  businesses: Map<string, GivenBusiness>;
  /** By user and business. */
  leads: Map<string, WantedLead>;
}

export const emptyBatch = (): ReadBatch => ({ businesses: new Map(), leads: new Map() });

/** Merges rows of a batch into the distinct businesses and the leads to create that earlier rows have. */
export function readRows(rows: readonly ImportRow[], { businesses, leads }: ReadBatch): void {
  for (const row of rows) {
    const key = matchKey(row.name, row.address);
    const known = businesses.get(key);
    if (known) fillEmpty(known, businessOf(row, key));
    else businesses.set(key, businessOf(row, key));

    const pair = `${row.userId}/${key}`;
    const first = leads.get(pair);
    if (first) first.repeats.push(row.row);
    else leads.set(pair, { row, matchKey: key, repeats: [] });
  }
}

/** The State column wins over the address (docs/product/import.md#state-column). */
function businessOf(row: ImportRow, key: string): GivenBusiness {
  const state = row.state === null ? stateFromAddress(row.address) : usStateCode(row.state);
  return {
    place_id: importedPlaceId(key),
    match_key: key,
    name: row.name,
    formatted_address: row.address,
    phone: row.phone,
    website: row.website,
    state,
    state_as_given: state === null ? row.state : null,
    county: countyFromAddress(row.address),
    latitude: row.latitude,
    longitude: row.longitude,
  };
}

/** Fills only empty values (docs/product/data-and-retention.md#first-writer-wins), and coordinates only as a pair. */
function fillEmpty(known: GivenBusiness, given: GivenBusiness): void {
  known.phone ??= given.phone;
  known.website ??= given.website;
  known.state ??= given.state;
  known.state_as_given ??= given.state_as_given;
  if (known.latitude !== null) return;
  known.latitude = given.latitude;
  known.longitude = given.longitude;
}

export const tagsOf = (row: ImportRow): string[] => [importedTag, ...row.tags];

/** E-mail and contact person belong to the lead (docs/product/import.md#imported-leads). */
export function customFieldsOf({ email, contactPerson, contacts, customFields }: ImportRow): CustomFields {
  const all: CustomFields = { ...customFields };
  if (email) all.email = email;
  if (contactPerson) all.contactPerson = contactPerson;
  if (contacts) all.contacts = contacts.filter(isContact);
  return all;
}
