import type { Records } from './records.js';

/** What is stored of a lead and of its business. */
export interface StoredLead {
  uuid: string;
  name: string;
  lead: Record<string, unknown> & { custom_fields: Record<string, unknown>; tags: string[] };
  business: Record<string, unknown>;
  /** The entries of its history. */
  changes: number;
}

/** The leads whose names are the prefix and a number, in the order of their numbers. */
export async function storedLeads(records: Pick<Records, 'rows'>, prefix: string): Promise<StoredLead[]> {
  const leads = await records.rows<StoredLead>(
    `select u.uuid, u.name, to_jsonb(u) as lead, to_jsonb(b) as business,
       (select count(*)::int from leads.lead_changes where user_business_id = u.id) as changes
     from leads.user_businesses u join leads.businesses b on b.id = u.business_id where starts_with(u.name, $1)`,
    [`${prefix} `],
  );
  const numberOf = ({ name }: StoredLead) => Number(name.slice(prefix.length + 1));
  return leads.sort((one, other) => numberOf(one) - numberOf(other));
}

export const storedBusinesses = async (records: Pick<Records, 'rows'>, prefix: string): Promise<number> =>
  (await records.rows('select id from leads.businesses where starts_with(name, $1)', [`${prefix} `])).length;

/** Everything but the versions, which rise with an import and with its undo, and the history. */
export function withoutHistory({ lead, business }: StoredLead) {
  const { version: _version, field_versions: _versions, ...rest } = lead;
  return { lead: rest, business };
}

interface Image {
  before: Record<string, unknown> | null;
  tags: string[] | null;
}

/** Returns the images that an import must have stored if it made `after` of `before`, in a form that can be compared. */
export function wantedImages(before: readonly StoredLead[], after: readonly StoredLead[]): string[] {
  return imageTexts(
    before.map(({ lead }, index) => {
      const present = after[index]!.lead;
      const keys = [...new Set([...Object.keys(lead.custom_fields), ...Object.keys(present.custom_fields)])];
      const changed = keys.filter(
        (key) => canonical(lead.custom_fields[key]) !== canonical(present.custom_fields[key]),
      );
      const tags = present.tags.filter((tag) => !lead.tags.includes(tag));
      return {
        before: Object.fromEntries(changed.map((key) => [key, lead.custom_fields[key] ?? null])),
        tags: tags.length > 0 ? tags : null,
      };
    }),
  );
}

export const storedImages = async (records: Pick<Records, 'rows'>, importId: number): Promise<string[]> =>
  imageTexts(
    await records.rows<Image>('select before, tags from leads.import_changes where import_id = $1', [importId]),
  );

/** An image without values only says that the lead had a row. */
const imageTexts = (images: readonly Image[]) =>
  images
    .filter(({ before, tags }) => tags !== null || Object.keys(before ?? {}).length > 0)
    .map(canonical)
    .sort();

const canonical = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each,
  ) ?? '';
