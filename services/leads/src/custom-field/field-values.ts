import {
  checkCustomValue,
  customValueProblem,
  type CustomFieldDefinition,
  type CustomFieldRule,
  type CustomFields,
  type CustomFieldsPatch,
  type Issue,
} from '@lead-finder/contracts';
import { AppError, counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { CustomFieldsChange } from '../lead/lead.entity.js';
import { fitsWithoutLoss, listed, removedOptions } from './custom-field.rules.js';

const contactDetails = ['email', 'contactPerson', 'phoneNumber', 'website'];

/** Values of custom fields, which stand beside the contact details of a lead. */
@Injectable()
export class FieldValues {
  constructor(private readonly database: Database) {}

  /**
   * Returns the change with values as they are stored, and the names of its custom fields. Rejects with 400 an unknown or
   * archived field, a value that does not fit, and clearing a required field. Locks the definitions until the transaction ends.
   */
  async accepted(patch: CustomFieldsPatch): Promise<{ change: CustomFieldsChange; names: Map<string, string> }> {
    const wanted = Object.entries(patch).filter(([key, value]) => value !== undefined && !contactDetails.includes(key));
    if (wanted.length === 0) return { change: patch, names: new Map() };
    const fields = await this.database.prepared<CustomFieldDefinition>(
      `select key, name, type, options, currency, required from custom_field_definitions
       where key = any ($1) and removed_at is null and not archived for share`,
      [wanted.map(([key]) => key)],
    );
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const unknown = wanted.filter(([key]) => !byKey.has(key)).map(([key]) => key);
    if (unknown.length > 0) {
      const message = `Unknown field: ${unknown.join(', ')}`;
      throw rejected(unknown.map((key) => ({ path: `customFields.${key}`, message })));
    }
    const issues: Issue[] = [];
    const change: CustomFieldsChange = { ...patch };
    for (const [key, value] of wanted) {
      const field = byKey.get(key)!;
      const fail = (message: string) => issues.push({ path: `customFields.${key}`, message });
      const isCleared = value === null || (Array.isArray(value) && value.length === 0);
      if (isCleared && field.required) fail(`${field.name} is required`);
      else if (isCleared) change[key] = null;
      else {
        const checked = checkCustomValue(field, value);
        if ('problem' in checked) fail(checked.problem);
        else change[key] = checked.value;
      }
    }
    if (issues.length > 0) throw rejected(issues);
    return { change, names: new Map(fields.map(({ key, name }) => [key, name])) };
  }

  /** Returns by key what is wrong with values that fitted before: their fields may have changed. Locks the definitions like `accepted`. */
  async misfits(all: readonly CustomFields[]): Promise<Map<string, string>[]> {
    const keys = new Set(all.flatMap((values) => Object.keys(values)));
    if (keys.size === 0) return [];
    const fields = await this.database.prepared<CustomFieldRule & { key: string }>(
      `select key, name, type, options, currency from custom_field_definitions
       where key = any ($1) and removed_at is null for share`,
      [[...keys]],
    );
    return all.map((values) => {
      const given = fields.filter(({ key }) => key in values);
      return new Map(
        given.flatMap((field) => {
          const problem = customValueProblem(field, listed(field.type, values[field.key]));
          return problem === null ? [] : [[field.key, problem]];
        }),
      );
    });
  }

  /** Also of archived and removed fields. */
  async definitionsOf(keys: readonly string[]): Promise<Map<string, Pick<CustomFieldDefinition, 'name' | 'type'>>> {
    if (keys.length === 0) return new Map();
    const fields = await this.database.prepared<CustomFieldDefinition>(
      'select key, name, type from custom_field_definitions where key = any ($1)',
      [keys],
    );
    return new Map(fields.map((field) => [field.key, field]));
  }

  /** Reads all leads: an administrator rarely asks, and an index would cost every import. */
  async count(key: string): Promise<number> {
    return this.countWhere('custom_fields ? $1', [key]);
  }

  /** Rejects with 409 a type that values do not fit, and an option that leads have. */
  async rejectMisfits(before: CustomFieldDefinition, after: CustomFieldDefinition): Promise<void> {
    if (!fitsWithoutLoss(before.type, after.type)) {
      const leads = await this.count(before.key);
      if (leads > 0)
        throw hasValues(
          'type',
          `${counted(leads, 'lead')} ${leads === 1 ? 'has' : 'have'} a value that may not fit the new type`,
        );
    }
    const removed = removedOptions(before, after);
    if (removed.length === 0) return;
    const has = before.type === 'one_of' ? 'custom_fields->>$1 = any ($2)' : 'custom_fields->$1 ?| $2';
    const leads = await this.countWhere(`custom_fields ? $1 and ${has}`, [before.key, removed]);
    const named = removed.map((option) => `'${option}'`).join(', ');
    if (leads > 0) throw hasValues('options', `${counted(leads, 'lead')} with ${named}. Please change them first`);
  }

  private async countWhere(condition: string, parameters: unknown[]): Promise<number> {
    const [{ leads }] = (await this.database.query<{ leads: number }>(
      `select count(*)::int as leads from user_businesses where ${condition}`,
      parameters,
    )) as [{ leads: number }];
    return leads;
  }
}

const rejected = (issues: Issue[]) =>
  new AppError('invalid', 'validation_failed', issues.map(({ message }) => message)[0]!, { issues });

function hasValues(path: string, message: string): AppError {
  return new AppError('conflict', 'field_has_values', message, { issues: [{ path, message }] });
}
