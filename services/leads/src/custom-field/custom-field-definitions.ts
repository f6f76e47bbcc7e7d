import {
  customFieldKey,
  isSameFieldName,
  maxCustomFields,
  maxFilterFields,
  pushToAll,
  type Actor,
  type AuditAction,
  type createCustomField,
  type CustomFieldDefinition,
  type ParsedInputOf,
  type PushSignal,
  type RemovedCustomField,
  type updateCustomField,
} from '@lead-finder/contracts';
import {
  CHANGE_SIGNALS,
  type ChangeSignals,
  Clock,
  Database,
  invalidField,
  notFound,
  takenField,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { moment } from '../lead/lead-columns.js';
import { columnsOf, removedDays, withSettings } from './custom-field.rules.js';
import { FieldValues } from './field-values.js';

type Form = Omit<CustomFieldDefinition, 'id' | 'position' | 'filterReady'>;

const columns = `id, key, name, type, options, currency, required, group_name as "group", position, filter,
  archived, exists (
    select from filtered_fields f where f.key = custom_field_definitions.key and f.after_id is null and not f.removed
  ) as "filterReady"`;
const removedColumns = `${columns}, ${moment('removed_at')} as "removedAt",
  ${moment(`removed_at + interval '${removedDays} days'`)} as "until"`;

/** With those that were removed and still have values. */
const maxWithRemoved = 10 * maxCustomFields;

/** The fields that an organisation adds to its leads (docs/product/custom-fields.md). */
@Injectable()
export class CustomFieldDefinitions {
  constructor(
    private readonly database: Database,
    private readonly values: FieldValues,
    private readonly audit: LeadAudit,
    private readonly clock: Clock,
    @Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals,
  ) {}

  list(): Promise<CustomFieldDefinition[]> {
    return this.database.prepared(
      `select ${columns} from custom_field_definitions where removed_at is null order by position, id limit ${maxCustomFields}`,
      [],
    );
  }

  removed(): Promise<RemovedCustomField[]> {
    return this.database.query(
      `select ${removedColumns} from custom_field_definitions where removed_at >= $1
       order by removed_at desc, id limit ${maxCustomFields}`,
      [this.keptSince()],
    );
  }

  create({ key, ...form }: ParsedInputOf<typeof createCustomField>, actor: Actor): Promise<CustomFieldDefinition> {
    return this.change(async () => {
      const wanted = withSettings({ ...form, archived: false });
      await this.rejectTaken(wanted);
      const used = await this.database.query<{ key: string }>('select key from custom_field_definitions');
      const keys = used.map((each) => each.key);
      if (keys.length >= maxWithRemoved) {
        throw invalidField('name', 'Too many fields were removed in the last 30 days. Please restore one of them');
      }
      if (key && keys.some((each) => isSameFieldName(each, key))) throw taken('key');
      const row = columnsOf({ ...wanted, key: key ?? customFieldKey(form.name, keys) });
      const names = Object.keys(row);
      const [{ id }] = (await this.database.query<{ id: number }>(
        `insert into custom_field_definitions (${names.join(', ')}, position)
         values (${names.map((_, index) => `$${index + 1}`).join(', ')},
           (select coalesce(max(position), 0) + 1 from custom_field_definitions)) returning id`,
        Object.values(row),
      )) as [{ id: number }];
      await this.record('custom_field_created', actor, form.name, { id, ...row });
      return this.one(id);
    });
  }

  /** Locks the definition against changes of values, so that a lead cannot get an option that goes. */
  update({ key, ...change }: ParsedInputOf<typeof updateCustomField>, actor: Actor): Promise<CustomFieldDefinition> {
    return this.change(async () => {
      const present = await this.locked(key);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const wanted = withSettings({ ...present, ...given });
      await this.rejectTaken(wanted, present);
      await this.values.rejectMisfits(present, wanted);
      const before = columnsOf(present);
      const after = columnsOf(wanted);
      const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
      if (changed.length === 0) return this.one(present.id);
      await this.database.query(
        `update custom_field_definitions
         set ${changed.map((name, index) => `${name} = $${index + 2}`).join(', ')}, updated_at = now() where id = $1`,
        [present.id, ...changed.map((name) => after[name])],
      );
      const details = Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
      await this.record('custom_field_changed', actor, wanted.name, { id: present.id, ...details });
      return this.one(present.id);
    });
  }

  order(keys: readonly string[], actor: Actor): Promise<CustomFieldDefinition[]> {
    return this.change(async () => {
      const present = await this.list();
      const wanted = new Set(keys);
      if (
        wanted.size !== keys.length ||
        keys.length !== present.length ||
        present.some(({ key }) => !wanted.has(key))
      ) {
        throw invalidField('keys', 'The fields were changed in the meantime. Please load the page again');
      }
      await this.database.query(
        `update custom_field_definitions d set position = wanted.position, updated_at = now()
         from unnest($1::text[]) with ordinality as wanted (key, position)
         where d.key = wanted.key and d.position <> wanted.position`,
        [keys],
      );
      await this.record('custom_fields_ordered', actor, `${keys.length} fields`, { keys });
      return this.list();
    });
  }

  async count(key: string): Promise<number> {
    return this.values.count((await this.found(key)).key);
  }

  remove(key: string, actor: Actor): Promise<RemovedCustomField> {
    return this.change(async () => {
      const { id, name } = await this.locked(key);
      const [removed] = await this.database.query<RemovedCustomField>(
        `update custom_field_definitions set removed_at = $2, updated_at = now() where id = $1 returning ${removedColumns}`,
        [id, this.clock.now()],
      );
      await this.record('custom_field_removed', actor, name, { id, key });
      return removed!;
    });
  }

  restore(key: string, actor: Actor): Promise<CustomFieldDefinition> {
    return this.change(async () => {
      const [removed] = await this.database.query<CustomFieldDefinition>(
        `select ${columns} from custom_field_definitions where key = $1 and removed_at >= $2 for update`,
        [key, this.keptSince()],
      );
      if (!removed) throw notFound('Custom field');
      await this.rejectTaken(removed);
      await this.database.query(
        'update custom_field_definitions set removed_at = null, updated_at = now() where id = $1',
        [removed.id],
      );
      await this.record('custom_field_restored', actor, removed.name, { id: removed.id, key });
      return this.one(removed.id);
    });
  }

  /** Changes of definitions run one after the other, so that limits and names hold. */
  private change<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.lock('custom fields');
      const result = await work();
      this.database.afterCommit(() => this.changeSignals.publish(pushToAll, { type: 'field' } satisfies PushSignal));
      return result;
    });
  }

  private async rejectTaken(wanted: Pick<Form, 'name' | 'filter'>, present?: CustomFieldDefinition): Promise<void> {
    const others = (await this.list()).filter(({ id }) => id !== present?.id);
    if (others.length >= maxCustomFields) {
      throw invalidField('name', `There are at most ${maxCustomFields} custom fields`);
    }
    if (wanted.filter && others.filter(({ filter }) => filter).length >= maxFilterFields) {
      throw invalidField('filter', `At most ${maxFilterFields} fields can be filters`);
    }
    if (others.some(({ name }) => isSameFieldName(name, wanted.name))) throw taken('name');
  }

  private async locked(key: string): Promise<CustomFieldDefinition> {
    return this.found(key, 'for update');
  }

  private async found(key: string, lock = ''): Promise<CustomFieldDefinition> {
    const [field] = await this.database.query<CustomFieldDefinition>(
      `select ${columns} from custom_field_definitions where key = $1 and removed_at is null ${lock}`,
      [key],
    );
    if (!field) throw notFound('Custom field');
    return field;
  }

  private async one(id: number): Promise<CustomFieldDefinition> {
    const [field] = await this.database.query<CustomFieldDefinition>(
      `select ${columns} from custom_field_definitions where id = $1`,
      [id],
    );
    return field!;
  }

  private record(action: AuditAction, actor: Actor, subject: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record(action, actor, subject, details);
  }

  private keptSince(): Date {
    return new Date(this.clock.now().getTime() - removedDays * 86_400_000);
  }
}

const taken = (path: 'name' | 'key') =>
  takenField(path, `field_${path}_taken`, `Another custom field has this ${path}`);
