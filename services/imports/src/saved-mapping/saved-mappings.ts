import {
  type Actor,
  type ImportSettings,
  type LastMapping,
  type ParsedInputOf,
  type SavedMapping,
  type saveMapping,
} from '@lead-finder/contracts';
import { Database, invalidField, notFound, takenField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { headerShape } from './header-shape.rules.js';

const maxMappings = 100;
/** A list of all mappings fits into one message. */
const maxSettings = 7_000;
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const record = `m.id, m.name, m.file_name as "fileName", m.settings,
  json_build_object('id', m.created_by, 'username', coalesce(
    (select p.username from people p where p.id = m.created_by), m.created_by_username)) as "createdBy",
  ${iso('m.created_at')} as "createdAt", ${iso('m.used_at')} as "usedAt"`;

/** Named settings of imports (docs/product/import.md#saved-mappings). */
@Injectable()
export class SavedMappings {
  constructor(private readonly database: Database) {}

  list(): Promise<SavedMapping[]> {
    return this.database.query(`select ${record} from saved_mappings m order by lower(m.name) limit ${maxMappings}`);
  }

  async find(headers: readonly string[]): Promise<{ last: LastMapping | null; saved: SavedMapping[] }> {
    const shape = headerShape(headers);
    const [last] = await this.database.query<LastMapping>(
      `select file_name as "fileName", ${iso('created_at')} as at, settings from imports
       where shape = $1 order by id desc limit 1`,
      [shape],
    );
    const saved = await this.database.query<SavedMapping>(
      `select ${record} from saved_mappings m where m.shape = $1 order by m.used_at desc nulls last, m.id desc limit 20`,
      [shape],
    );
    return { last: last ?? null, saved };
  }

  /** Marks the mapping as used. Rejects with 400 a name that no mapping has. */
  async use(name: string): Promise<ImportSettings> {
    const [found] = await this.database.query<{ settings: ImportSettings }>(
      'update saved_mappings set used_at = now() where lower(name) = lower($1) returning settings',
      [name.trim()],
    );
    if (found) return found.settings;
    throw invalidField('mappingName', `No saved mapping is called '${name.trim()}'`);
  }

  async save(
    { name, fileName, headers }: ParsedInputOf<typeof saveMapping>,
    settings: ImportSettings,
    actor: Actor,
  ): Promise<SavedMapping> {
    if (JSON.stringify(settings).length > maxSettings) throw tooLarge();
    return this.database.transaction(async () => {
      await this.database.lock('imports.saved-mappings');
      const [{ count }] = (await this.database.query<{ count: number }>(
        'select count(*)::int as count from saved_mappings',
      )) as [{ count: number }];
      if (count >= maxMappings) throw tooMany();
      const [saved] = await this.database.query<SavedMapping>(
        `with m as (
           insert into saved_mappings (name, shape, file_name, settings, created_by, created_by_username)
           values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning *)
         select ${record} from m`,
        [name, headerShape(headers), fileName, JSON.stringify(settings), actor.id, actor.username],
      );
      if (!saved) throw taken(name);
      return saved;
    });
  }

  async rename(id: number, name: string): Promise<SavedMapping> {
    return this.database.transaction(async () => {
      await this.database.lock('imports.saved-mappings');
      const others = await this.database.query(
        'select 1 from saved_mappings where lower(name) = lower($1) and id <> $2',
        [name, id],
      );
      if (others.length > 0) throw taken(name);
      const [renamed] = await this.database.query<SavedMapping>(
        `with m as (update saved_mappings set name = $2 where id = $1 returning *) select ${record} from m`,
        [id, name],
      );
      if (!renamed) throw notFound('Saved mapping');
      return renamed;
    });
  }

  async remove(id: number): Promise<void> {
    const removed = await this.database.query('delete from saved_mappings where id = $1 returning id', [id]);
    if (removed.length === 0) throw notFound('Saved mapping');
  }
}

const taken = (name: string) => takenField('name', 'mapping_name_taken', `A saved mapping is called '${name}' already`);

const tooMany = () => invalidField('name', `At most ${maxMappings} mappings can be saved. Please delete one first.`);

const tooLarge = () => invalidField('settings', 'The settings are too large to be saved');
