/** The lead's id or uuid, as the address of the page has it. Every call uses the same one. */
export type LeadAddress = { id: string } | { uuid: string };

/** An identifier of digits only is an id, any other a uuid (docs/product/errors-and-http.md#lead-ids-and-uuids). */
export const leadAddress = (identifier: string): LeadAddress =>
  /^\d+$/.test(identifier) ? { id: identifier } : { uuid: identifier };

/** The key of a read, which is also its address: `/api/business-profile/12`, `/api/business-profile-by-uuid/…`. */
export const readKey = (lead: LeadAddress, call: string): [string, string] =>
  'id' in lead ? [`/api/${call}`, lead.id] : [`/api/${call}-by-uuid`, lead.uuid];

export function callPath(lead: LeadAddress, call: string): string {
  const [path, identifier] = readKey(lead, call);
  return `${path}/${encodeURIComponent(identifier)}`;
}
