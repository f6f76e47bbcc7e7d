import {
  listDeletedLeads,
  restoreDeletedLeads,
  type DeletedLeadRecord,
  type OutputOf,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import {
  cursorId,
  cursorMoment,
  Database,
  decodeCursor,
  encodeCursor,
  Handle,
  SERVICE_SETTINGS,
  type ActorContext,
} from '@lead-finder/platform';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { moment, userJson } from '../lead/lead-columns.js';
import { literal } from '../list/lead-filter.rules.js';
import type { LeadsSettings } from '../leads.config.js';
import { DeletedLeads } from './deleted-leads.js';

const position = z.tuple([cursorMoment, cursorId]);

@Controller()
export class DeletedLeadsHandlers {
  constructor(
    private readonly database: Database,
    private readonly deleted: DeletedLeads,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  @Handle(listDeletedLeads)
  async list({
    q,
    cursor,
    pageSize,
  }: ParsedInputOf<typeof listDeletedLeads>): Promise<OutputOf<typeof listDeletedLeads>> {
    const [at, id] = cursor === undefined ? [null, null] : decodeCursor(position, cursor);
    const rows = await this.database.query<{ lead: DeletedLeadRecord; at: string }>(
      `select d.deleted_at::text as at, json_build_object('id', d.id, 'name', d.name,
         'user', ${userJson('a', 'd.user_id')}, 'deletedBy', ${userJson('by', 'd.deleted_by')},
         'deletedAt', ${moment('d.deleted_at')},
         'restorableUntil', ${moment(`d.deleted_at + interval '${this.settings.UNDO_KEEP_DAYS} days'`)}) as lead
       from deleted_leads d left join assignees a on a.id = d.user_id left join assignees by on by.id = d.deleted_by
       where ($1::text is null or d.name ilike $1) and ($2::timestamptz is null or (d.deleted_at, d.id) < ($2, $3::bigint))
       order by d.deleted_at desc, d.id desc limit $4`,
      [q ? `%${literal(q)}%` : null, at, id, pageSize + 1],
    );
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      leads: shown.map(({ lead }) => lead),
      nextCursor: rows.length > pageSize && last ? encodeCursor([last.at, last.lead.id]) : null,
    };
  }

  @Handle(restoreDeletedLeads)
  restore({ ids }: ParsedInputOf<typeof restoreDeletedLeads>, { actor }: ActorContext) {
    return this.deleted.restore(ids, actor);
  }
}
