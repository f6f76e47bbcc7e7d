/**
 * SQL that builds the JSON of the contracts. Expects the aliases `u` for user_businesses, `b` for businesses and `a`
 * for assignees, the table of the user replica.
 */

/** ISO 8601 in UTC. Database sessions always use UTC. */
export const moment = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const userJson = (table: string, id: string) =>
  `json_build_object('id', ${id}, 'username', coalesce(${table}.username, 'user ' || ${id}),
    'fullName', coalesce(${table}.full_name, 'User ' || ${id}))`;

/** 'Not provided' counts as no website (docs/product/one-lead.md#empty-values). */
export const businessJson = `json_build_object(
  'id', b.id, 'placeId', b.place_id, 'name', b.name, 'formattedAddress', b.formatted_address, 'vicinity', b.vicinity,
  'phone', b.phone, 'internationalPhone', b.international_phone, 'website', nullif(b.website, 'Not provided'),
  'googleMapsUrl', b.google_maps_url, 'rating', b.rating, 'userRatingsTotal', b.user_ratings_total,
  'priceLevel', b.price_level, 'businessStatus', b.business_status, 'types', b.types, 'openNow', b.open_now,
  'latitude', b.latitude, 'longitude', b.longitude, 'photoReferences', b.photo_references, 'icon', b.icon,
  'ownerName', b.owner_name, 'provider', b.provider, 'fetchedAt', ${moment('b.fetched_at')})`;

const leadColumns = `
  'id', u.id, 'uuid', u.uuid, 'userId', u.user_id, 'businessId', u.business_id, 'status', u.status, 'viewed', u.viewed,
  'archived', u.archived, 'archivedAt', ${moment('u.archived_at')}, 'existingCustomer', u.existing_customer,
  'existingCustomerAt', ${moment('u.existing_customer_at')}, 'assignedAt', ${moment('u.assigned_at')},
  'lastContactedAt', ${moment('u.last_contacted_at')}, 'tags', u.tags, 'customFields', u.custom_fields,
  'version', u.version, 'createdAt', ${moment('u.created_at')}, 'updatedAt', ${moment('u.updated_at')}`;

export const userBusinessJson = `json_build_object(${leadColumns}, 'notes', u.notes)`;
/** A list has no note texts (docs/product/lead-list.md#list-calls). */
export const listedUserBusinessJson = `json_build_object(${leadColumns}, 'hasNotes', u.notes ~ '\\S', 'state', u.state)`;
export const ownerJson = userJson('a', 'u.user_id');
