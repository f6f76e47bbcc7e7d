import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

/** The ledger stays, so a past week keeps its sum. `members` is the user replica. */
export const progressPersonalData: PersonalRows[] = [
  {
    what: 'name',
    read: 'select username, full_name, m.email, role, active, deleted_at from members m join person using (id)',
    erase: `update members m set username = ${erasedUsername}, full_name = ${erasedName}, email = ''
      from person where m.id = person.id`,
  },
  { what: 'goals', read: 'select g.* from goals g, person where user_id = person.id' },
  { what: 'contacts', read: 'select c.* from contact_ledger c, person where person.id in (user_id, done_by)' },
];
