import {
  CustomFieldGuesser,
  maxCorrectedCells,
  maxReplacedValues,
  type ColumnGuess,
  type FailureGroup,
  type correctImport,
  type guessColumns,
  type OutputOf,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Database, FILES, invalidField, notFound, type ActorContext, type FileStore } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { correctRecords, type FileCorrections } from '../file/corrections.rules.js';
import type { FileLayout, Position } from '../file/header.js';
import { readRecords } from '../file/rows.js';

interface Check {
  fileId: string;
  layout: FileLayout;
  /** Behind the last row, once the check is done. */
  position: Position;
  corrections: FileCorrections | null;
  isDone: boolean;
  /** Whether the file has rows that can be read; those of a workbook are unpacked first. */
  isReadable: boolean;
}

const onlyChecked = 'Only the file of a finished check can be corrected';

/** The file of a dry run: its corrections, and what its columns hold. */
@Injectable()
export class CheckedFile {
  constructor(
    private readonly database: Database,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  async correct(input: ParsedInputOf<typeof correctImport>): Promise<OutputOf<typeof correctImport>> {
    return this.database.transaction(async () => {
      const { layout, position, corrections, isDone } = await this.find(input.id, 'for update');
      if (!isDone) throw invalidField('id', onlyChecked);
      const unknown = input.cells.find(({ row }) => row < layout.start.row || row >= position.row);
      if (unknown) throw invalidField('row', `The file has no row ${unknown.row}`);
      const changed = merged(corrections ?? { cells: [], values: [] }, {
        cells: input.cells.map(({ row, column, value }) => ({ row, position: positionOf(layout, column), value })),
        values: input.values.map(({ column, from, to }) => ({ position: positionOf(layout, column), from, to })),
      });
      await this.database.query('update imports set corrections = $2 where id = $1', [
        input.id,
        JSON.stringify(changed),
      ]);
      return { cells: changed.cells.length, values: changed.values.length };
    });
  }

  /** The corrections of the last check of a file, for the import that follows. */
  async correctionsOf(fileId: string): Promise<FileCorrections | null> {
    const [found] = await this.database.query<{ corrections: FileCorrections | null }>(
      'select corrections from imports where file_id = $1 and dry_run order by id desc limit 1',
      [fileId],
    );
    return found?.corrections ?? null;
  }

  async guess(
    { id, column: columns }: ParsedInputOf<typeof guessColumns>,
    { signal }: ActorContext,
  ): Promise<ColumnGuess[]> {
    const { fileId, layout, corrections, isReadable } = await this.find(id);
    if (!isReadable) throw invalidField('id', 'The rows of the file cannot be read yet');
    const guesses = columns.map((column) => ({
      column,
      position: positionOf(layout, column),
      guesser: new CustomFieldGuesser(),
    }));
    let rows = 0;
    const records = readRecords(this.files.read(fileId, layout.start.offset), layout);
    for await (const block of correctRecords(records, corrections)) {
      signal?.throwIfAborted();
      rows += block.length;
      for (const { cells } of block) for (const { position, guesser } of guesses) guesser.add(cells[position] ?? '');
    }
    return guesses.map(({ column, guesser }) => ({ column, rows, ...guesser.result() }));
  }

  async failureGroups(id: number): Promise<FailureGroup[]> {
    const found = await this.database.query('select 1 from imports where id = $1', [id]);
    if (found.length === 0) throw notFound('Import');
    return this.database.query(
      `with headers as (
         select min(at)::int - 1 as position, btrim(header) as name from imports,
           jsonb_array_elements_text(layout->'headers') with ordinality as each (header, at)
         where id = $1 group by btrim(header))
       select column_name as "column", left(coalesce(btrim(cells->>position), ''), 500) as value,
         min(message) as message, count(*)::int as rows
       from import_row_errors join headers on headers.name = column_name
       where import_id = $1 group by column_name, 2 order by rows desc, column_name, value limit 50`,
      [id],
    );
  }

  private async find(id: number, lock = ''): Promise<Check> {
    const [found] = await this.database.query<Check & { dryRun: boolean }>(
      `select coalesce(rows_file_id, file_id) as "fileId", layout, position, corrections, dry_run as "dryRun",
         state = 'completed' as "isDone",
         layout is not null and (layout->>'sheet' is null or rows_file_id is not null) as "isReadable"
       from imports where id = $1 ${lock}`,
      [id],
    );
    if (!found) throw notFound('Import');
    if (!found.dryRun) throw invalidField('id', onlyChecked);
    return found;
  }
}

function positionOf({ headers }: FileLayout, column: string): number {
  const position = headers.findIndex((header) => header.trim() === column.trim());
  if (position < 0) throw invalidField('column', `The file has no column "${column}"`);
  return position;
}

/** A later correction of the same cell or value replaces the earlier one. */
function merged(earlier: FileCorrections, later: FileCorrections): FileCorrections {
  const cells = new Map([...earlier.cells, ...later.cells].map((cell) => [`${cell.row} ${cell.position}`, cell]));
  const values = new Map([...earlier.values, ...later.values].map((each) => [`${each.position} ${each.from}`, each]));
  if (cells.size > maxCorrectedCells) throw invalidField('cells', tooMany(maxCorrectedCells, 'cells'));
  if (values.size > maxReplacedValues) throw invalidField('values', tooMany(maxReplacedValues, 'values'));
  return { cells: [...cells.values()], values: [...values.values()] };
}

const tooMany = (max: number, what: string) =>
  `At most ${max.toLocaleString('en-US')} ${what} can be corrected here. Please correct the file and send it again.`;
