import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

/** Leads are deleted with their user. Actions on leads of others stay without a name. */
export const leadsPersonalData: PersonalRows[] = [
  {
    what: 'name',
    read: 'select username, full_name, role, active, deleted_at from assignees join person using (id)',
    erase: `update assignees a set username = ${erasedUsername}, full_name = ${erasedName} from person where a.id = person.id`,
  },
  { what: 'leads', read: 'select l.* from user_businesses l, person where user_id = person.id' },
  { what: 'activities', read: 'select a.* from contact_activities a, person where created_by = person.id' },
  {
    what: 'assignments',
    read: 'select h.* from assignment_history h, person where person.id in (previous_user_id, new_user_id, changed_by)',
  },
  { what: 'changes of leads', read: 'select c.* from lead_changes c, person where changed_by = person.id' },
  {
    what: 'notifications',
    read: 'select n.* from notifications n, person where user_id = person.id',
    // Deletes notifications of other users too, because their texts name the user who caused them.
    erase: 'delete from notifications using person where person.id in (user_id, source_user_id)',
  },
  {
    what: 'notifications switched off',
    read: 'select s.* from notification_settings s, person where user_id = person.id',
  },
  {
    what: 'bulk jobs',
    read: 'select j.* from bulk_jobs j, person where actor_id = person.id',
    erase: `update bulk_jobs set actor = actor || jsonb_build_object('username', ${erasedUsername}, 'fullName', ${erasedName})
      from person where actor_id = person.id`,
  },
];
