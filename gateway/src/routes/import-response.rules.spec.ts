import type { ImportRecord } from '@lead-finder/contracts';
import { importForm, isRunning, messageOf, startInput } from './import-response.rules.js';

const upload = { fileId: 'new-file', fileName: 'leads.csv', bytes: 120, encoding: 'utf-8', isWhole: true };
const record = (change: Partial<ImportRecord>) =>
  ({
    status: 'completed',
    mode: 'create',
    dryRun: false,
    successful: 8,
    processed: 10,
    failed: 2,
    breakdown: { created: 5, updated: 2, unchanged: 1 },
    ...change,
  }) as ImportRecord;
const refused = (path: string, message: string) =>
  expect.objectContaining({
    kind: 'invalid',
    code: 'validation_failed',
    message,
    details: expect.objectContaining({ issues: [{ path, message }] }),
  });

describe('The form of an import', () => {
  it('may have each of its fields or none', () => {
    const fields = {
      fileId: 'f1',
      mapping: { businessName: 'Firm', customTag: ['Tag', 'Tags'] },
      assignTo: 'ann',
      standIns: { 'Old Ann': 'ann', 'Old Bo': 8 },
      tag: 'Fair',
      dryRun: true,
      mode: 'fill',
    };
    expect(importForm.parse(fields)).toEqual(fields);
    expect(importForm.parse({})).toEqual({ dryRun: false });
    expect(importForm.safeParse({ file: 'text' }).success).toBe(false);
    expect(importForm.parse({ file: new File(['a'], 'leads.csv') })).toHaveProperty('file');
  });
});

describe('The start of an import', () => {
  it('takes the uploaded file with its name, size and encoding', () => {
    expect(startInput(upload, {}, undefined)).toEqual({
      fileId: 'new-file',
      upload: { fileName: 'leads.csv', bytes: 120, encoding: 'utf-8' },
      dryRun: false,
    });
  });

  it('takes the file of a dry run instead of an upload', () => {
    expect(startInput(null, { fileId: ' checked-file ' }, undefined)).toEqual({
      fileId: 'checked-file',
      dryRun: false,
    });
  });

  it('prefers the upload to the file of a dry run', () => {
    expect(startInput(upload, { fileId: 'checked-file' }, undefined)).toMatchObject({ fileId: 'new-file' });
  });

  it.each<Record<string, string>>([{}, { fileId: '' }, { fileId: '  ' }])('needs a file, not %p', (fields) => {
    expect(() => startInput(null, fields, undefined)).toThrow(refused('file', 'Please select a CSV file'));
  });

  it('reads every field of the form', () => {
    const fields = {
      mapping: '{"businessName":"Firm"}',
      assignTo: 'ann',
      standIns: '{"Old Ann":"ann","Old Bo":8}',
      tag: 'Fair',
      dryRun: 'true',
      mappingName: 'Fair 2026',
      sheet: 'Leads',
      mode: ' fill ',
      overwrite: '["email"]',
      dayFirst: 'true',
      decimalComma: 'false',
    };
    expect(startInput(upload, fields, 'key-1')).toEqual({
      fileId: 'new-file',
      upload: { fileName: 'leads.csv', bytes: 120, encoding: 'utf-8' },
      mapping: { businessName: 'Firm' },
      assignTo: 'ann',
      standIns: [
        { name: 'Old Ann', user: 'ann' },
        { name: 'Old Bo', user: '8' },
      ],
      tag: 'Fair',
      dryRun: true,
      mappingName: 'Fair 2026',
      sheet: 'Leads',
      mode: 'fill',
      overwrite: ['email'],
      dayFirst: true,
      decimalComma: false,
      idempotencyKey: 'key-1',
    });
  });

  it('leaves out the fields that the form left blank', () => {
    const blank = { mapping: ' ', assignTo: ' ', standIns: ' ', tag: ' ', mappingName: ' ', mode: ' ', overwrite: ' ' };
    const fields = { ...blank, sheet: '', dayFirst: '', decimalComma: '' };
    expect(Object.keys(startInput(upload, fields, ''))).toEqual(['fileId', 'upload', 'dryRun']);
  });

  it.each([
    ['mapping', 'no JSON', "The mapping must be a JSON object from the product's fields to the file's columns"],
    ['mapping', '[1]', "The mapping must be a JSON object from the product's fields to the file's columns"],
    ['standIns', 'no JSON', 'Must be a JSON object from the names in the file to usernames or user ids'],
    ['standIns', '{"Ann":[]}', 'Must be a JSON object from the names in the file to usernames or user ids'],
    ['dryRun', 'yes', 'Must be true or false'],
    ['dryRun', '', 'Must be true or false'],
    ['dayFirst', 'yes', 'Must be true or false'],
    ['decimalComma', 'yes', 'Must be true or false'],
    ['mode', 'replace', 'Mode must be one of create, fill, overwrite, update'],
    ['overwrite', 'no JSON', 'Must be a JSON array of fields'],
    ['overwrite', '{}', 'Must be a JSON array of fields'],
  ])('rejects %s %p', (field, text, message) => {
    expect(() => startInput(upload, { [field]: text }, undefined)).toThrow(refused(field, message));
  });

  it('takes a false dry run as no dry run', () => {
    expect(startInput(upload, { dryRun: 'false' }, undefined).dryRun).toBe(false);
  });
});

describe('An import', () => {
  it.each([
    ['queued', true],
    ['processing', true],
    ['cancelling', true],
    ['undoing', true],
    ['completed', false],
    ['failed', false],
    ['cancelled', false],
    ['undone', false],
  ] as const)('that is %s runs: %s', (status, runs) => expect(isRunning(record({ status }))).toBe(runs));

  it.each([
    [{ status: 'processing' }, 'The import is running'],
    [{ status: 'processing', dryRun: true }, 'The file is being checked'],
    [{ status: 'completed' }, 'Successfully imported 8 of 10 businesses.'],
    [{ status: 'completed', dryRun: true }, '8 of 10 businesses can be imported.'],
    [{ status: 'cancelled' }, 'The import was cancelled: 8 of 10 businesses were imported.'],
    [{ mode: 'fill' }, '5 created, 2 updated, 1 unchanged, 2 failed.'],
    [{ mode: 'update', status: 'cancelled' }, 'The import was cancelled: 5 created, 2 updated, 1 unchanged, 2 failed.'],
  ] as const)('%p has the message "%s"', (change, message) => expect(messageOf(record(change))).toBe(message));
});
