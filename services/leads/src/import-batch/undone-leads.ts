import type { CustomFieldRule } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { noteDetails } from '../change-feed/noted-details.js';
import { LeadSignals } from '../lead/lead-signals.js';
import { uncounted } from '../lead/uncounted.js';
import { detailChanges } from '../timeline/logged-changes.rules.js';
import { arrayText, copyLine } from './copy-text.rules.js';
import { copyRows } from './copied-rows.js';
import { undoneLead, type Image, type PresentLead, type UndoneLead } from './undone-lead.rules.js';

export interface UndoneRow {
  image: Image & { leadId: number };
  /** Null if the lead is deleted. */
  before: (PresentLead & { uuid: string; name: string }) | null;
  result: UndoneLead;
  /** What the history has of it. */
  logged: object;
}

/** SQL for the imports with images, found by the primary key. */
const importsWithImages = `(with recursive imports as (
  select min(import_id) as id from import_changes
  union all select (select min(import_id) from import_changes where import_id > imports.id) from imports where id is not null
) select id from imports where id is not null)`;
const imageColumns = `import_id as "importId", lead_id as "leadId", revision, version, updated_at::text as "updatedAt",
  before, priors, owns, to_jsonb(tags) as tags, removes`;

/** Each commit empties it. */
const undoneTable = `create temp table if not exists undone_leads (id bigint not null, custom_fields jsonb not null, version int not null,
  field_versions jsonb not null, tags text[] not null, revision int not null, updated_at timestamptz not null, logged jsonb)
  on commit delete rows`;
const imagesTable = `create temp table if not exists changed_images (import_id bigint not null, lead_id bigint not null,
  revision int not null, updated_at timestamptz not null, before jsonb not null, priors jsonb, owns jsonb, removes boolean)
  on commit delete rows`;

/** Undoes what an import changed of leads, some leads at a time. */
@Injectable()
export class UndoneLeads {
  constructor(
    private readonly database: Database,
    private readonly signals: LeadSignals,
  ) {}

  /** Computes the undo of the next leads. With `onlyChanged` it leaves out leads that nothing has changed since. */
  async next(
    importId: number,
    after: number,
    limit: number,
    { lock, onlyChanged = false }: { lock: boolean; onlyChanged?: boolean },
  ): Promise<UndoneRow[]> {
    const images = await this.database.query<Image & { leadId: number }>(
      `select ${imageColumns} from import_changes change
       where import_id = $1 and lead_id > $2 and revision is not null
         ${onlyChanged ? 'and not exists (select from user_businesses lead where lead.id = change.lead_id and lead.revision = change.revision offset 0)' : ''}
       order by lead_id limit $3`,
      [importId, after, limit],
    );
    if (images.length === 0) return [];
    const leads = await this.leads(
      images.map(({ leadId }) => leadId),
      lock,
    );
    const overlapping = images.filter(({ leadId, revision, priors }) => {
      const lead = leads.get(leadId);
      return lead && (lead.revision !== revision || priors !== null);
    });
    const overlappingIds = overlapping.map(({ leadId }) => leadId);
    const others = await this.others(importId, overlappingIds);
    const retagged = await this.retagged(importId, overlapping);
    const customFields = await this.customFields();
    const noTags = new Set<string>();
    return images.map((image) => {
      const before = leads.get(image.leadId) ?? null;
      const context = {
        lead: before,
        others: others.get(image.leadId) ?? [],
        retagged: retagged.get(image.leadId) ?? noTags,
        customFields,
      };
      const result = undoneLead(image, context);
      return { image, before, result, logged: loggedUndo(before, result, customFields) };
    });
  }

  /** Writes them without an event, with one line in the history of each lead. */
  async write(importId: number, undoneBy: number, rows: readonly UndoneRow[]): Promise<void> {
    const removed = rows.filter(({ result }) => result.isRemoved);
    const changed = rows.filter(({ result }) => result.lead && !result.isRemoved);
    if (changed.length > 0) {
      await this.database.query(undoneTable);
      await copyRows(this.database, 'undone_leads', changed.map(lineOf).join(''));
      const changesTags = changed.some(({ image }) => image.tags !== null);
      const update = () => this.update(importId, undoneBy);
      await (changesTags ? update() : uncounted(this.database, update));
    }
    const images = rows.flatMap(({ image, result }) => result.others.map((other) => imageLine(image.leadId, other)));
    if (images.length > 0) await this.rewrite(images.join(''));
    await this.remove(removed.map(({ image }) => image.leadId));
    await this.forget(importId, rows);
    this.signals.leadsChanged(
      rows.flatMap(({ before, result }) => (before && result.lead ? [before.userId] : [])),
      changed.map(({ image }) => image.leadId),
    );
  }

  private async update(importId: number, undoneBy: number): Promise<void> {
    await this.database.query(
      `with logged as (
         insert into lead_changes (user_business_id, kind, what, changed_by)
         select id, 'edit', logged || jsonb_build_object('undoneImport', $1::bigint), $2
         from undone_leads where logged is not null
       ), noted as (${noteDetails('undone_leads undone join user_businesses using (id)')})
       update user_businesses lead set custom_fields = undone.custom_fields, version = undone.version,
         field_versions = undone.field_versions, tags = undone.tags, revision = undone.revision,
         updated_at = undone.updated_at
       from undone_leads undone where lead.id = undone.id`,
      [importId, undoneBy],
    );
  }

  /** If other imports alone changed leads that an undone import made, the undo of the first of them removes the leads. */
  async leaveToLater(leadIds: number[]): Promise<void> {
    if (leadIds.length === 0) return;
    await this.database.query(
      `with image as (
         select image.* from ${importsWithImages} as imports cross join lateral (
           select import_id, lead_id, revision from import_changes
           where import_id = imports.id and lead_id = any ($1) and revision is not null offset 0
         ) as image
       ), changed as (select lead_id, count(distinct revision) as changes from image group by lead_id)
       update import_changes later set removes = true
       from image join changed using (lead_id) join user_businesses lead on lead.id = image.lead_id
       where image.revision = 1 and changed.changes = lead.revision
         and later.import_id = image.import_id and later.lead_id = image.lead_id`,
      [leadIds],
    );
  }

  private async leads(
    ids: number[],
    lock: boolean,
  ): Promise<Map<number, PresentLead & { uuid: string; name: string }>> {
    const leads = await this.database.query<PresentLead & { uuid: string; name: string }>(
      `select id, uuid, name, user_id as "userId", version, revision, updated_at::text as "updatedAt",
         field_versions as "fieldVersions", custom_fields as "customFields", to_jsonb(tags) as tags
       from user_businesses where id = any ($1) order by id ${lock ? 'for update' : ''}`,
      [ids],
    );
    return new Map(leads.map((lead) => [lead.id, lead]));
  }

  /** Few imports have images at a time, so the primary key finds those of a lead. */
  private async others(importId: number, leadIds: number[]): Promise<Map<number, Image[]>> {
    const others = new Map<number, Image[]>();
    if (leadIds.length === 0) return others;
    const images = await this.database.query<Image & { leadId: number }>(
      `select image.* from ${importsWithImages} as imports cross join lateral (
         select ${imageColumns} from import_changes
         where import_id = imports.id and lead_id = any ($2) and revision is not null offset 0
       ) as image
       where imports.id <> $1`,
      [importId, leadIds],
    );
    for (const image of images) others.set(image.leadId, [...(others.get(image.leadId) ?? []), image]);
    return others;
  }

  /** Returns the tags that were added again after the import. */
  private async retagged(
    importId: number,
    images: readonly { leadId: number; tags: string[] | null }[],
  ): Promise<Map<number, Set<string>>> {
    const tagged = images.filter(({ tags }) => tags !== null);
    const retagged = new Map<number, Set<string>>();
    if (tagged.length === 0) return retagged;
    const rows = await this.database.query<{ leadId: number; names: string[] }>(
      `select change.user_business_id as "leadId", change.what -> 'names' as names
       from lead_changes change cross join lateral (
         select max(id) as id from lead_changes
         where user_business_id = change.user_business_id and (what ->> 'import')::bigint = $1
       ) as own
       where change.user_business_id = any ($2) and change.kind = 'edit' and change.what ->> 'what' = 'tags-added'
         and change.id > own.id`,
      [importId, tagged.map(({ leadId }) => leadId)],
    );
    for (const { leadId, names } of rows)
      retagged.set(leadId, new Set([...(retagged.get(leadId) ?? []), ...names.map((name) => name.toLowerCase())]));
    return retagged;
  }

  private async customFields(): Promise<Map<string, CustomFieldRule>> {
    const fields = await this.database.query<CustomFieldRule & { key: string }>(
      'select key, name, type, options, currency from custom_field_definitions where removed_at is null',
    );
    return new Map(fields.map((field) => [field.key, field]));
  }

  private async rewrite(images: string): Promise<void> {
    await this.database.query(imagesTable);
    await copyRows(this.database, 'changed_images', images);
    await this.database.query(
      `update import_changes image set revision = changed.revision, updated_at = changed.updated_at, before = changed.before,
         priors = changed.priors, owns = changed.owns, removes = changed.removes
       from changed_images changed where image.import_id = changed.import_id and image.lead_id = changed.lead_id`,
    );
  }

  /** Removes leads with the businesses that their import made, if no other lead is of them. */
  private async remove(ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const removed = await this.database.query<{ businessId: number; createdAt: string }>(
      `delete from user_businesses where id = any ($1) returning business_id as "businessId", created_at::text as "createdAt"`,
      [ids],
    );
    await this.database.query(`select from businesses where id = any ($1) order by id for update`, [
      removed.map(({ businessId }) => businessId),
    ]);
    await this.database.query(
      `delete from businesses b using unnest($1::bigint[], $2::timestamptz[]) as made (id, created_at)
       where b.id = made.id and b.created_at = made.created_at and b.place_id like 'import:%' and ${isUnused}`,
      [removed.map(({ businessId }) => businessId), removed.map(({ createdAt }) => createdAt)],
    );
  }

  /** Images of what an undo did not restore stay, so that it can be listed. */
  private async forget(importId: number, rows: readonly UndoneRow[]): Promise<void> {
    const [done, rest] = [
      rows.filter(({ result }) => result.unreversed.length === 0),
      rows.filter(({ result }) => result.unreversed.length > 0),
    ];
    await this.database.query('delete from import_changes where import_id = $1 and lead_id = any ($2)', [
      importId,
      done.map(({ image }) => image.leadId),
    ]);
    if (rest.length === 0) return;
    await this.database.query(
      `update import_changes image set revision = null, before = left_over.before, tags = left_over.tags
       from jsonb_to_recordset($2) as left_over (id bigint, before jsonb, tags text[])
       where import_id = $1 and lead_id = any ($3) and lead_id = left_over.id`,
      [importId, JSON.stringify(rest.map(leftOver)), rest.map(({ image }) => image.leadId)],
    );
  }
}

/** SQL: no lead and no deleted lead is of the business `b`. */
export const isUnused = `not exists (select from user_businesses where business_id = b.id)
  and not exists (select from deleted_leads where business_id = b.id)`;

/** Maps each value that stays to why it failed; null if it was changed since. */
function leftOver({ image, result }: UndoneRow) {
  const reasons = Object.fromEntries(
    result.unreversed.map((each) => [each.field, each.outcome === 'failed' ? each.why : null]),
  );
  return { id: image.leadId, before: reasons, tags: null };
}

/** One line of history: the details, and 'tags' if tags went. */
function loggedUndo(
  before: PresentLead | null,
  { lead }: UndoneLead,
  customFields: ReadonlyMap<string, CustomFieldRule>,
) {
  const changes = before && lead ? detailChanges(before, lead, customFields) : [];
  const details = changes.find(({ what }) => 'what' in what && what.what === 'details');
  const hasTags = changes.some((each) => each !== details);
  const what = { what: 'details', names: [], ...details?.what };
  return { ...what, names: [...what.names, ...(hasTags ? ['tags'] : [])] };
}

function lineOf({ result, logged }: UndoneRow): string {
  const { id, customFields, version, fieldVersions, tags, revision, updatedAt } = result.lead!;
  return copyLine([
    id,
    JSON.stringify(customFields),
    version,
    JSON.stringify(fieldVersions),
    arrayText(tags),
    revision,
    updatedAt,
    result.reversed.length > 0 ? JSON.stringify(logged) : null,
  ]);
}

function imageLine(leadId: number, { importId, revision, updatedAt, before, priors, owns, removes }: Image): string {
  const json = (value: object | null) => value && JSON.stringify(value);
  return copyLine([importId, leadId, revision, updatedAt, JSON.stringify(before), json(priors), json(owns), removes]);
}
