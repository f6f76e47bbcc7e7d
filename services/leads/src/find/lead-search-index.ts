import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundTask, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { changedCounts, searchedColumns, wordListOf, type SearchedLead } from './lead-texts.rules.js';

const everyMs = 1_000;
const leadsPerChunk = 1_000;
/** Between so many leads, the requests of this process run. */
const leadsPerTurn = 100;
/** While an import writes, the task takes one chunk per pause. */
const importEndsAfter = '3 seconds';

type Row = SearchedLead & { id: number; userId: number; workedAt: Date | null };

/** Writes the words of changed leads (docs/product/lead-list.md#find-anything), and once those of all leads. */
@Injectable()
export class LeadSearchIndex extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Index of leads', () => this.writeChunk(), everyMs, log);
  }

  /** Returns whether to go on at once. Only one replica writes at a time; the others skip it. */
  private writeChunk(): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.database.tryLock('find leads'))) return false;
      const ids = (await this.takeChanges()) ?? (await this.takeOldLeads());
      if (ids === null) return false;
      if (ids.length > 0) await this.write(ids);
      return !(await this.isImporting());
    });
  }

  /** Takes changes of single leads before those of many. Returns null if nothing waits. */
  private async takeChanges(): Promise<number[] | null> {
    const taken = await this.database.query<{ leadIds: number[]; businessIds: number[] }>(
      `delete from lead_search_changes where id in (
         select id from (
           select id, sum(size) over (order by size > 50, id) - size as before
           from (select id, size from lead_search_changes order by size > 50, id limit ${leadsPerChunk}) as next
         ) as counted where before < ${leadsPerChunk}
       ) returning lead_ids as "leadIds", business_ids as "businessIds"`,
    );
    if (taken.length === 0) return null;
    const ofBusinesses = await this.database.query<{ id: number }>(
      'select id from user_businesses where business_id = any ($1)',
      [taken.flatMap(({ businessIds }) => businessIds)],
    );
    return [...new Set([...taken.flatMap(({ leadIds }) => leadIds), ...ofBusinesses.map(({ id }) => id)])];
  }

  /** Takes the next leads from before the first start. Returns null after the last one. */
  private async takeOldLeads(): Promise<number[] | null> {
    const [checkpoint] = await this.database.query<{ afterId: number }>(
      'select after_id as "afterId" from lead_search_backfill',
    );
    if (!checkpoint) return null;
    const rows = await this.database.query<{ id: number }>(
      `select id from user_businesses where id > $1 order by id limit ${leadsPerChunk}`,
      [checkpoint.afterId],
    );
    const last = rows.at(-1);
    if (last) await this.database.query('update lead_search_backfill set after_id = $1', [last.id]);
    else await this.database.query('delete from lead_search_backfill');
    return rows.map(({ id }) => id);
  }

  /** Writes rows that differ, deletes those of deleted leads, and counts the leads of each word without digits. */
  private async write(ids: readonly number[]): Promise<void> {
    const leads = await this.database.query<Row>(
      `select u.id, u.user_id as "userId",
         greatest(u.last_contacted_at, case when u.revision > 0 then u.updated_at end) as "workedAt", ${searchedColumns}
       from user_businesses u join businesses b on b.id = u.business_id where u.id = any ($1) order by u.id`,
      [ids],
    );
    const lists: string[] = [];
    for (let from = 0; from < leads.length; from += leadsPerTurn) {
      lists.push(...leads.slice(from, from + leadsPerTurn).map(wordListOf));
      await nextTurn();
    }
    const previous = await this.database.query<{ list: string }>(
      `select coalesce(word_list, array_to_string(tsvector_to_array(words), ' ')) as list
       from lead_search where lead_id = any ($1) order by lead_id for update`,
      [ids],
    );
    await this.database.query(
      `with given as materialized (
         select * from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[]) as each (lead_id, user_id, worked_at, word_list)
       ), removed as (
         delete from lead_search where lead_id = any ($1) and lead_id not in (select lead_id from given)
       )
       insert into lead_search as present (lead_id, user_id, worked_at, word_list)
       select * from given order by lead_id
       on conflict (lead_id) do update set user_id = excluded.user_id, worked_at = excluded.worked_at, words = null,
         word_list = excluded.word_list
       where (present.user_id, present.worked_at, present.word_list)
         is distinct from (excluded.user_id, excluded.worked_at, excluded.word_list)`,
      [ids, leads.map(({ id }) => id), leads.map(({ userId }) => userId), leads.map(({ workedAt }) => workedAt), lists],
    );
    await this.count(
      changedCounts(
        previous.map(({ list }) => list),
        lists,
      ),
    );
  }

  private async count(changes: ReadonlyMap<string, number>): Promise<void> {
    if (changes.size === 0) return;
    const counted = await this.database.query<{ word: string; leads: number }>(
      `insert into lead_words (word, leads)
       select * from unnest($1::text[], $2::int[]) as changed (word, leads) order by word collate "C"
       on conflict (word) do update set leads = lead_words.leads + excluded.leads returning word, leads`,
      [[...changes.keys()], [...changes.values()]],
    );
    const unused = counted.filter((each) => each.leads <= 0).map(({ word }) => word);
    if (unused.length > 0) await this.database.query('delete from lead_words where word = any ($1)', [unused]);
  }

  private async isImporting(): Promise<boolean> {
    const [newest] = await this.database.query<{ isRecent: boolean }>(
      `select recorded_at > clock_timestamp() - interval '${importEndsAfter}' as "isRecent"
       from lead_search_changes where (size > 50) order by id desc limit 1`,
    );
    return newest?.isRecent ?? false;
  }
}
