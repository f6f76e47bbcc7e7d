import { days, type RetentionRule } from '@lead-finder/platform';
import { removedDays } from './custom-field.rules.js';

const batch = 1_000;

/** Deletes the values lead by lead in the order of ids, then those of deleted leads, then the definition. */
export const removedFieldsRule: RetentionRule = {
  what: 'removed custom fields and their values',
  forget: ({ database, now }) =>
    database.transaction(async () => {
      const [field] = await database.query<{ id: number; key: string; purgedTo: number }>(
        `select id, key, purged_to as "purgedTo" from custom_field_definitions where removed_at < $1
         order by id limit 1 for update skip locked`,
        [new Date(now.getTime() - days(removedDays))],
      );
      if (!field) return false;
      const [page] = await database.query<{ last: number | null }>(
        `with page as (select id from user_businesses where id > $2 order by id limit ${batch}),
         cleared as (
           update user_businesses u set custom_fields = custom_fields - $1, field_versions = field_versions - $1
           from page where u.id = page.id and custom_fields ? $1
         )
         select max(id) as last from page`,
        [field.key, field.purgedTo],
      );
      if (page?.last != null) {
        await database.query('update custom_field_definitions set purged_to = $2 where id = $1', [field.id, page.last]);
        return true;
      }
      const deleted = await database.query(
        `update deleted_leads set content = content #- array['lead', 'custom_fields', $1]
         where id = any (array(
           select id from deleted_leads where content->'lead'->'custom_fields' ? $1 order by id limit ${batch} for update))
         returning id`,
        [field.key],
      );
      if (deleted.length === 0) await database.query('delete from custom_field_definitions where id = $1', [field.id]);
      return true;
    }),
};
