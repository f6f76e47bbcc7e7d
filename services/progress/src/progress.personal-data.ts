import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

/** The ledger stays, so the sum of a past week stays too. */
export const progressPersonalData: PersonalRows[] = [
  {
    what: 'name',
    read: `select username, full_name, m.email, role, time_zone, active, deleted_at
      from members m join data_subject using (id)`,
    erase: `update members m set username = ${erasedUsername}, full_name = ${erasedName}, email = '', time_zone = null
      from data_subject where m.id = data_subject.id`,
  },
  {
    what: 'goals',
    read: 'select g.* from goals g, data_subject where user_id = data_subject.id',
    erase: 'update goals set time_zone = null from data_subject where user_id = data_subject.id',
  },
  {
    what: 'days of mails',
    read: 'select d.* from mailed_days d, data_subject where user_id = data_subject.id',
    erase: 'delete from mailed_days using data_subject where user_id = data_subject.id',
  },
  {
    what: 'contacts',
    read: 'select c.* from contact_ledger c, data_subject where data_subject.id in (user_id, done_by)',
  },
];
