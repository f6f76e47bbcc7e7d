import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

const idOf = (actor: string) => `(${actor}->>'id')::bigint`;
const erased = (actor: string) => `case when ${idOf(actor)} = data_subject.id
  then ${actor} || jsonb_build_object('username', ${erasedUsername}, 'fullName', ${erasedName}) else ${actor} end`;

/** Leads are deleted with their user. Actions on leads of others stay without a name. */
export const leadsPersonalData: PersonalRows[] = [
  {
    what: 'name',
    read: 'select username, full_name, role, time_zone, active, deleted_at from assignees join data_subject using (id)',
    erase: `update assignees a set username = ${erasedUsername}, full_name = ${erasedName}, time_zone = null
      from data_subject where a.id = data_subject.id`,
  },
  {
    what: 'reports of overdue follow-ups',
    read: 'select r.* from overdue_reports r, data_subject where user_id = data_subject.id',
  },
  { what: 'leads', read: 'select l.* from user_businesses l, data_subject where user_id = data_subject.id' },
  {
    what: 'words of leads',
    read: 'select s.* from lead_search s, data_subject where user_id = data_subject.id',
    erase: `with gone as (delete from lead_search using data_subject where user_id = data_subject.id returning lead_id, word_list, words),
      lost as (select word, count(distinct lead_id) as leads from gone,
        string_to_table(coalesce(translate(word_list, E'\\n', ' '), array_to_string(tsvector_to_array(words), ' ')), ' ') as word group by word),
      rarer as (update lead_words w set leads = w.leads - lost.leads from lost where w.word = lost.word and w.leads > lost.leads)
      delete from lead_words w using lost where w.word = lost.word and w.leads <= lost.leads`,
  },
  {
    what: 'deleted leads',
    read: 'select d.* from deleted_leads d, data_subject where data_subject.id in (user_id, deleted_by)',
    erase: 'delete from deleted_leads using data_subject where user_id = data_subject.id',
  },
  {
    what: 'changes of leads by imports',
    read: `select c.* from import_changes c join user_businesses l on l.id = c.lead_id, data_subject
      where l.user_id = data_subject.id and c.before is not null`,
    // The leads are deleted with their user, and nothing else says whose they were.
    erase: `delete from import_changes c using data_subject where not exists (select from user_businesses where id = c.lead_id)
      and not exists (select from deleted_leads where id = c.lead_id)`,
  },
  { what: 'activities', read: 'select a.* from contact_activities a, data_subject where created_by = data_subject.id' },
  {
    what: 'assignments',
    read: 'select h.* from assignment_history h, data_subject where data_subject.id in (previous_user_id, new_user_id, changed_by)',
  },
  {
    what: 'leads that imports made',
    read: 'select l.id, l.created_by, l.created_at from user_businesses l, data_subject where l.created_by = data_subject.id',
  },
  { what: 'changes of leads', read: 'select c.* from lead_changes c, data_subject where changed_by = data_subject.id' },
  {
    what: 'notifications',
    read: 'select n.* from notifications n, data_subject where user_id = data_subject.id',
    // Deletes notifications of other users too, because their texts name the user who caused them.
    erase: 'delete from notifications using data_subject where data_subject.id in (user_id, source_user_id)',
  },
  {
    what: 'notifications switched off',
    read: 'select s.* from notification_settings s, data_subject where user_id = data_subject.id',
  },
  {
    what: 'calendar address',
    read: 'select f.user_id, f.created_at from calendar_feeds f, data_subject where user_id = data_subject.id',
  },
  {
    what: 'devices with notifications',
    read: 'select d.name, d.created_at, d.seen_at, d.last_push_at from push_devices d, data_subject where user_id = data_subject.id',
  },
  {
    what: 'exports that waited',
    read: 'select r.* from export_requests r, data_subject where data_subject.id in (user_id, decided_by)',
  },
  {
    what: 'exported leads',
    read: 'select e.* from exported_leads e, data_subject where user_id = data_subject.id',
  },
  {
    what: 'territories',
    read: 'select t.id, t.name from territories t join territory_people p on p.territory_id = t.id, data_subject where p.user_id = data_subject.id',
  },
  {
    what: 'versions of distribution plans',
    read: 'select v.* from distribution_plan_versions v, data_subject where changed_by = data_subject.id',
  },
  {
    what: 'shares of distribution plans',
    read: 'select s.* from distribution_accounts s, data_subject where user_id = data_subject.id',
  },
  {
    what: 'live distribution plans',
    read: 'select p.id, p.name, p.live from distribution_plans p, data_subject where live_by = data_subject.id',
  },
  {
    what: 'claims from the pool',
    read: 'select c.* from pool_claims c, data_subject where user_id = data_subject.id',
  },
  {
    what: 'untouched leads',
    read: 'select r.* from recycling_leads r, data_subject where data_subject.id in (user_id, vetoed_by)',
    erase: 'update recycling_leads set vetoed_by = null from data_subject where vetoed_by = data_subject.id',
  },
  {
    what: 'last look at untouched leads',
    read: 'select r.* from recycling_days r, data_subject where user_id = data_subject.id',
  },
  {
    what: 'webhooks',
    read: 'select w.id, w.url, w.types, w.created_at from webhooks w, data_subject where owner_id = data_subject.id',
  },
  {
    what: 'saved views',
    read: 'select v.* from saved_views v, data_subject where owner_id = data_subject.id',
  },
  {
    what: 'default view',
    read: 'select v.* from default_views v, data_subject where user_id = data_subject.id',
  },
  {
    what: 'bulk jobs',
    read: `select j.* from bulk_jobs j, data_subject where data_subject.id in (actor_id, ${idOf('undone_by')})`,
    erase: `update bulk_jobs set actor = ${erased('actor')}, undone_by = ${erased('undone_by')}
      from data_subject where data_subject.id in (actor_id, ${idOf('undone_by')})`,
  },
];
