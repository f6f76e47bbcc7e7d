import { erasedName, erasedUsername, type PersonalRows } from '@lead-finder/platform';

export const placesPersonalData: PersonalRows[] = [
  {
    what: 'searches of whole areas',
    read: 'select s.* from area_searches s, person where actor_id = person.id',
    erase: `update area_searches set actor = actor || jsonb_build_object('username', ${erasedUsername}, 'fullName', ${erasedName})
      from person where actor_id = person.id`,
  },
  { what: 'calls of the provider', read: 'select c.* from provider_calls c, person where actor_id = person.id' },
];
