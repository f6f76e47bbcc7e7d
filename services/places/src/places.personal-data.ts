import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

export const placesPersonalData: PersonalRows[] = [
  {
    what: 'searches of whole areas',
    read: 'select s.* from area_searches s, data_subject where actor_id = data_subject.id',
    erase: `update area_searches set actor = actor || jsonb_build_object('username', ${erasedUsername}, 'fullName', ${erasedName})
      from data_subject where actor_id = data_subject.id`,
  },
  {
    what: 'calls of the provider',
    read: 'select c.* from provider_calls c, data_subject where actor_id = data_subject.id',
  },
];
