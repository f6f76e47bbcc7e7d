import {
  createHolidayList,
  getHolidayList,
  listHolidayCountries,
  listHolidayLists,
  listPublicHolidays,
  removeHolidayList,
  updateHolidayList,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { HolidayLists } from './holiday-lists.js';
import { PublicHolidays } from './public-holidays.js';

@Controller()
export class HolidayHandlers {
  constructor(
    private readonly lists: HolidayLists,
    private readonly publicHolidays: PublicHolidays,
  ) {}

  @Handle(listHolidayLists)
  list() {
    return this.lists.list();
  }

  @Handle(getHolidayList)
  get({ id }: ParsedInputOf<typeof getHolidayList>) {
    return this.lists.get(id);
  }

  @Handle(createHolidayList)
  create(form: ParsedInputOf<typeof createHolidayList>, { actor }: ActorContext) {
    return this.lists.create(form, actor);
  }

  @Handle(updateHolidayList)
  update(form: ParsedInputOf<typeof updateHolidayList>, { actor }: ActorContext) {
    return this.lists.update(form, actor);
  }

  @Handle(removeHolidayList)
  async remove({ id }: ParsedInputOf<typeof removeHolidayList>, { actor }: ActorContext) {
    await this.lists.remove(id, actor);
    return {};
  }

  @Handle(listHolidayCountries)
  listCountries() {
    return this.publicHolidays.countries();
  }

  @Handle(listPublicHolidays)
  listPublicHolidays(asked: ParsedInputOf<typeof listPublicHolidays>) {
    return this.publicHolidays.of(asked);
  }
}
