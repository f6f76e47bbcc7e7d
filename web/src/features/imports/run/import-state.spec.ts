import { HttpError } from '../../../lib/http';
import { importRecord } from '../import.fixture';
import { idle, importState, type ImportState, successWords, undoneWords } from './import-state';

const outcome = { importId: 7, fileName: 'leads.csv', total: 3, successful: 2, failed: 1, undone: null };
const uploading = { status: 'uploading' as const, fileName: 'leads.csv', isCheck: false, checked: null };
const processing = { ...uploading, status: 'processing' as const, importId: 7 };
const success: ImportState = { status: 'success', outcome, checked: null };
const checked = { ...outcome, fileId: 'f1', unknownUsers: [] };

describe('The state of an import', () => {
  it('goes from idle through uploading to success', () => {
    const started = importState(idle, { type: 'started', fileName: 'leads.csv', isCheck: false });
    expect(started).toEqual(uploading);
    expect(importState(started, { type: 'done', outcome })).toEqual(success);
    expect(importState(success, { type: 'reset' })).toBe(idle);
  });

  it('waits for the rows of a long file, and ends with its record', () => {
    expect(importState(uploading, { type: 'accepted', importId: 7 })).toEqual(processing);
    const running = importRecord();
    expect(importState(processing, { type: 'ended', record: running })).toEqual(processing);
    const record = importRecord({ status: 'completed', processed: 200, successful: 190, failed: 10 });
    expect(importState(processing, { type: 'ended', record })).toMatchObject({
      status: 'success',
      outcome: { total: 200, successful: 190, failed: 10, undone: null },
    });
  });

  it('ignores the end of another import', () => {
    expect(importState(idle, { type: 'ended', record: importRecord({ status: 'completed' }) })).toBe(idle);
    const other = importRecord({ id: 8, status: 'completed' });
    expect(importState(processing, { type: 'ended', record: other })).toBe(processing);
  });

  it("is an error with the server's message if the server rejects it", () => {
    const failure = { title: 'Import Failed', message: 'The file is empty', error: new Error('400') };
    expect(importState(uploading, { type: 'refused', ...failure })).toEqual({
      status: 'error',
      ...failure,
      outcome: null,
      checked: null,
    });
  });

  it('returns to the check of the file after an import that did not arrive, unless the server has no such file', () => {
    const again = (error: Error) => {
      const started = importState({ status: 'idle', checked }, { type: 'started', fileName: 'a.csv', isCheck: false });
      const failed = importState(started, { type: 'refused', title: 'Import Failed', message: 'No', error });
      return importState(failed, { type: 'retried' });
    };
    expect(again(new Error('offline'))).toEqual({ status: 'idle', checked });
    expect(again(new HttpError(404, '', 'Not Found'))).toEqual(idle);
  });

  it('is an error with counts if it failed or was cancelled', () => {
    const failed = importRecord({ status: 'failed', message: 'Line 9 of the file is longer than 16 MiB' });
    expect(importState(processing, { type: 'ended', record: failed })).toMatchObject({
      status: 'error',
      title: 'Import Failed',
      message: 'Line 9 of the file is longer than 16 MiB',
      outcome: { successful: 45 },
    });
    const cancelled = importRecord({ status: 'cancelled' });
    expect(importState(processing, { type: 'ended', record: cancelled })).toMatchObject({ title: 'Import Cancelled' });
  });

  it('returns to idle after a check, with its result and the file id', () => {
    const counts = { total: 10, successful: 9, failed: 1 };
    const record = importRecord({ dryRun: true, status: 'completed', fileId: 'f1', ...counts });
    expect(importState({ ...processing, isCheck: true }, { type: 'ended', record })).toMatchObject({
      status: 'idle',
      checked: { fileId: 'f1', total: 10, successful: 9, failed: 1 },
    });
  });

  it('says of an import that changes leads, and of its undo, what became of rows and values', () => {
    const breakdown = { ...importRecord().breakdown, created: 1_200, updated: 3, unchanged: 17 };
    expect(successWords({ successful: 1_220, total: 1_221, failed: 1, breakdown })).toBe(
      '1,200 created, 3 updated, 17 unchanged, 1 failed.',
    );
    expect(undoneWords({ removed: 0, reversed: 1, kept: 2, failed: 3 })).toBe(
      '1 value reversed. 2 kept, because somebody has worked on them since. 3 could not be undone.',
    );
    expect(undoneWords({ removed: 0, reversed: 0, kept: 0, failed: 0 })).toBe('0 removed.');
  });

  it('preserves the result when the import is undone', () => {
    const counts = { removed: 2, reversed: 3, kept: 0, failed: 0 };
    const undone = importState(success, { type: 'undone', counts });
    expect(undone).toEqual({ ...success, outcome: { ...outcome, undone: counts } });
    const record = importRecord({ status: 'undone', removed: 4, kept: 1 });
    const opened = importState(idle, { type: 'opened', record });
    expect(opened).toMatchObject({ status: 'success', outcome: { undone: { removed: 4, reversed: 0, kept: 1 } } });
  });
});
