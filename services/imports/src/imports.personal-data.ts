import { erasedUsername, type PersonalRows } from '@lead-finder/platform';

/** Failed rows hold names as the file had them, for 90 days. */
export const importsPersonalData: PersonalRows[] = [
  {
    what: 'name',
    read: 'select p.username from people p join data_subject using (id)',
    erase: `update people p set username = ${erasedUsername} from data_subject where p.id = data_subject.id`,
  },
  {
    what: 'imports',
    read: 'select i.* from imports i, data_subject where created_by = data_subject.id',
    erase: `update imports set created_by_username = ${erasedUsername} from data_subject where created_by = data_subject.id`,
  },
  {
    what: 'imports for this person',
    read: `select i.id, i.file_name, i.created_at from imports i, data_subject
      where (assignee->>'id')::bigint = data_subject.id or stand_ins @> jsonb_build_array(jsonb_build_object('id', data_subject.id))`,
    erase: `update imports set
        assignee = case when (assignee->>'id')::bigint = data_subject.id then assignee || jsonb_build_object('username', ${erasedUsername}) else assignee end,
        stand_ins = (select coalesce(jsonb_agg(case when (each->>'id')::bigint = data_subject.id
            then each || jsonb_build_object('name', ${erasedUsername}, 'username', ${erasedUsername}) else each end), '[]')
          from jsonb_array_elements(stand_ins) as each)
      from data_subject
      where (assignee->>'id')::bigint = data_subject.id or stand_ins @> jsonb_build_array(jsonb_build_object('id', data_subject.id))`,
  },
  {
    what: 'settings of imports for this person',
    read: `select i.id, i.settings from imports i, data_subject where settings->>'assignTo' = data_subject.id::text`,
    erase: `update imports set settings = settings - 'assignTo' from data_subject where settings->>'assignTo' = data_subject.id::text`,
  },
  {
    what: 'saved mappings',
    read: `select m.* from saved_mappings m, data_subject where m.created_by = data_subject.id
      or m.settings->>'assignTo' = data_subject.id::text
      or m.settings->'standIns' @> jsonb_build_array(jsonb_build_object('user', data_subject.id::text))`,
    erase: `update saved_mappings m set
        created_by_username = case when m.created_by = data_subject.id then ${erasedUsername} else m.created_by_username end,
        settings = case when m.settings->>'assignTo' = data_subject.id::text then m.settings - 'assignTo' else m.settings end
          || jsonb_build_object('standIns', (select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(
            coalesce(m.settings->'standIns', '[]')) as each where each->>'user' <> data_subject.id::text))
      from data_subject where m.created_by = data_subject.id or m.settings->>'assignTo' = data_subject.id::text
        or m.settings->'standIns' @> jsonb_build_array(jsonb_build_object('user', data_subject.id::text))`,
  },
];
