import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { line, moment, nothing, text } from '../wire.js';
import { customFieldKeyPattern, isProductFieldName, isReservedFieldName } from './custom-field-names.js';
import { customFieldTypes, foldOption } from './custom-field-values.js';

export const maxCustomFields = 100;
export const maxFilterFields = 20;
export const maxFieldOptions = 200;

export const customFieldType = z.enum(customFieldTypes, {
  error: `Type must be one of ${customFieldTypes.join(', ')}`,
});

/** `filterReady`: lists can be filtered by it. Archived fields show values that a lead has, and take no new ones. */
export const customFieldDefinition = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  type: customFieldType,
  options: z.array(z.string()),
  currency: z.string().nullable(),
  required: z.boolean(),
  group: z.string().nullable(),
  position: z.int(),
  filter: z.boolean(),
  filterReady: z.boolean(),
  archived: z.boolean(),
});
export type CustomFieldDefinition = z.infer<typeof customFieldDefinition>;

/** Values of a removed field are hidden, and deleted after `until`. */
export const removedCustomField = customFieldDefinition.extend({ removedAt: moment, until: moment });
export type RemovedCustomField = z.infer<typeof removedCustomField>;

const trueOrFalse = z.boolean('Must be true or false');
const option = line(100)
  .min(1, 'Please enter an option')
  .refine((value) => !value.includes(';'), 'An option must not hold a semicolon');
const options = z
  .array(option)
  .max(maxFieldOptions, `At most ${maxFieldOptions} options`)
  .superRefine((all, { addIssue }) => {
    const rows = new Map<string, number>();
    all.forEach((each, at) => {
      const first = rows.get(foldOption(each));
      if (first === undefined) rows.set(foldOption(each), at + 1);
      else addIssue({ code: 'custom', path: [at], message: `Option ${at + 1} is the same as option ${first}` });
    });
  });
const currencies = new Set(Intl.supportedValuesOf('currency'));
const currency = z
  .string('Please choose a currency')
  .refine((code) => currencies.has(code), 'Must be a code of ISO 4217, such as USD');

/** Fields for the form of a definition. The server also checks what belongs to the type. */
export const customFieldForm = z.object({
  name: line(80)
    .min(1, 'Please enter a name')
    .refine((name) => !isProductFieldName(name), 'This is the name of a field that every lead has'),
  type: customFieldType,
  options: options.default([]),
  currency: currency.nullable().default(null),
  required: trueOrFalse.default(false),
  group: line(60)
    .transform((name) => name || null)
    .nullable()
    .default(null),
  filter: trueOrFalse.default(false),
});

export const customFieldKeyInput = z
  .string()
  .regex(
    customFieldKeyPattern,
    'Must be small letters, digits and single underscores, at most 40, and begin with a letter',
  )
  .refine((key) => !isReservedFieldName(key), 'This key is reserved. Please choose another');

const key = text(50);

/** Returns the fields by group and order, without removed ones. Only an administrator gets `removed`. */
export const listCustomFields = defineRequest('leads.list-custom-fields', {
  access: everyRole,
  input: nothing,
  output: z.object({ fields: z.array(customFieldDefinition), removed: z.array(removedCustomField) }),
});
export const resolveCustomFields = defineRequest('leads.resolve-custom-fields', {
  access: 'service',
  callers: ['gateway', 'imports'],
  input: nothing,
  output: z.object({ fields: z.array(customFieldDefinition) }),
});
/** Rejects with 409 `field_name_taken` or `field_key_taken`, with 400 the 101st field and the 21st with `filter`. */
export const createCustomField = defineRequest('leads.create-custom-field', {
  access: adminsOnly,
  input: customFieldForm.extend({ key: customFieldKeyInput.optional() }),
  output: customFieldDefinition,
  idempotent: true,
});
/** Rejects with 409 `field_has_values` a type that values do not fit, and an option that leads have. */
export const updateCustomField = defineRequest('leads.update-custom-field', {
  access: adminsOnly,
  input: z.object({
    key,
    name: customFieldForm.shape.name.optional(),
    type: customFieldType.optional(),
    options: options.optional(),
    currency: currency.nullable().optional(),
    required: trueOrFalse.optional(),
    group: line(60)
      .transform((name) => name || null)
      .nullable()
      .optional(),
    filter: trueOrFalse.optional(),
    archived: trueOrFalse.optional(),
  }),
  output: customFieldDefinition,
  deadlineMs: 60_000,
});
/** Takes the keys of all fields in their new order. Rejects with 400 a missing or unknown key. */
export const orderCustomFields = defineRequest('leads.order-custom-fields', {
  access: adminsOnly,
  input: z.object({ keys: z.array(key).max(maxCustomFields) }),
  output: z.object({ fields: z.array(customFieldDefinition) }),
});
/** Reads all leads, so it may take seconds. */
export const countCustomFieldValues = defineRequest('leads.count-custom-field-values', {
  access: adminsOnly,
  input: z.object({ key }),
  output: z.object({ leads: z.int() }),
  deadlineMs: 60_000,
});
/** Hides the field and its values at once. They can be restored for 30 days. */
export const removeCustomField = defineRequest('leads.remove-custom-field', {
  access: adminsOnly,
  input: z.object({ key }),
  output: removedCustomField,
});
/** Rejects with 404 a field that is not removed, with 409 `field_name_taken` if another field has its name. */
export const restoreCustomField = defineRequest('leads.restore-custom-field', {
  access: adminsOnly,
  input: z.object({ key }),
  output: customFieldDefinition,
});
