import { text, timelineKinds, type TimelineEntry, type TimelineKind } from '@lead-finder/contracts';
import { cursorMoment, Database, decodeCursor, encodeCursor } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { entriesOf, moveJson } from '../history/assignment-history.js';
import { moment, userJson } from '../lead/lead-columns.js';

const position = z.tuple([cursorMoment, text(100)]);

@Injectable()
export class TimelineViews {
  constructor(private readonly database: Database) {}

  async of(
    leadId: number,
    kinds: readonly TimelineKind[] = timelineKinds,
    cursor: string | undefined,
    pageSize: number,
  ) {
    const [at, key] = cursor ? decodeCursor(position, cursor) : [null, null];
    const rows = await this.database.query<{ entry: TimelineEntry; at: string; key: string }>(
      `select happened.at::text as at, key, json_build_object(
         'key', key, 'kind', kind, 'at', ${moment('happened.at')}, 'what', what,
         'by', case when by_id is not null then ${userJson('author', 'by_id')} end) as entry
       from (
         select 'activity' as kind, 'activity-' || id as key, created_at as at, created_by as by_id,
           json_build_object('type', type, 'description', description, 'scheduledAt', ${moment('scheduled_at')},
             'completedAt', ${moment('completed_at')}, 'outcome', outcome) as what
         from contact_activities where user_business_id = $1
         union all
         select kind, kind || '-' || id, changed_at, changed_by, what::json
         from lead_changes where user_business_id = $1
         union all
         select 'assignment', 'assignment-' || h.id, changed_at, changed_by, json_build_object(
           'from', case when previous_user_id is not null then
             coalesce(previous.username, 'user ' || previous_user_id) end,
           'to', coalesce(new.username, 'user ' || new_user_id), 'notes', h.notes, 'move', ${moveJson}, 'reason', h.reason)
         from ${entriesOf('$1')} h
         left join assignees previous on previous.id = h.previous_user_id
         left join assignees new on new.id = h.new_user_id
         union all
         select 'import', 'import-' || import_id, created_at, null,
           json_build_object('importId', import_id, 'row', import_row)
         from user_businesses where id = $1 and import_id is not null
       ) as happened
       left join assignees author on author.id = by_id
       where kind = any ($2) and ($3::timestamptz is null or (happened.at, key) < ($3, $4))
       order by happened.at desc, key desc limit $5`,
      [leadId, kinds, at, key, pageSize + 1],
    );
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      entries: shown.map((row) => row.entry),
      nextCursor:
        rows.length > pageSize && last ? encodeCursor([last.at, last.key] satisfies z.infer<typeof position>) : null,
    };
  }
}
