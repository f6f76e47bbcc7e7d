import {
  countTags,
  findLeadsByPhone,
  getLeadFacets,
  getLeadMap,
  listLeads,
  listTags,
  pullLeads,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, invalidField, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { FieldEntries } from '../custom-field/field-entries.js';
import { isFiltered } from './lead-filter.rules.js';
import { LeadFacetViews } from './lead-facets.views.js';
import { LeadListViews } from './lead-list.views.js';
import { LeadMapViews } from './lead-map.views.js';
import { LeadsByPhoneViews } from './leads-by-phone.views.js';
import { NearestLeadViews } from './nearest-leads.views.js';

/** A page further on is found by a cursor. A number would read all positions before it. */
const maxSkipped = 100_000;

const pageTooFar = () =>
  invalidField('page', 'The number of a page skips at most 100,000 leads of a filtered list. Go on by cursor.');

@Controller()
export class LeadListHandlers {
  constructor(
    private readonly lists: LeadListViews,
    private readonly facets: LeadFacetViews,
    private readonly maps: LeadMapViews,
    private readonly nearest: NearestLeadViews,
    private readonly byPhone: LeadsByPhoneViews,
    private readonly fields: FieldEntries,
  ) {}

  @Handle(listLeads)
  async list(
    { page = 1, pageSize = 10, cursor, count, sort, near, ...given }: ParsedInputOf<typeof listLeads>,
    { actor }: ActorContext,
  ) {
    if (sort === 'nearest') {
      if (!near) throw invalidField('near', 'The nearest leads need a position: near=latitude,longitude');
      if (cursor) throw invalidField('cursor', 'The nearest leads are read by pages, not by a cursor');
      return this.nearest.page({ ...(await this.known(given)), sort: 'newest' }, actor, near, {
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
    }
    const filter = await this.withEntries({ ...given, sort });
    const offset = cursor ? 0 : (page - 1) * pageSize;
    if (offset > maxSkipped && isFiltered(filter)) throw pageTooFar();
    return this.lists.pageAndTotal(filter, actor, { cursor, limit: pageSize, offset }, count === 'exact');
  }

  @Handle(pullLeads)
  async pull({ cursor, ...filter }: ParsedInputOf<typeof pullLeads>, { actor }: ActorContext) {
    return this.lists.pull(await this.withEntries(filter), actor, cursor);
  }

  @Handle(findLeadsByPhone)
  async findByPhone({ phone }: ParsedInputOf<typeof findLeadsByPhone>, { actor }: ActorContext) {
    return { leads: await this.byPhone.find(phone, actor) };
  }

  @Handle(getLeadFacets)
  async getFacets(filter: ParsedInputOf<typeof getLeadFacets>, { actor }: ActorContext) {
    return this.facets.of(await this.known(filter), actor);
  }

  @Handle(listTags)
  async listTags({ q }: ParsedInputOf<typeof listTags>, { actor }: ActorContext) {
    return (await this.facets.tags(actor, q)).map(({ value }) => value);
  }

  @Handle(countTags)
  countTags({ q }: ParsedInputOf<typeof countTags>, { actor }: ActorContext) {
    return this.facets.tags(actor, q);
  }

  @Handle(getLeadMap)
  async getMap({ bbox, zoom, ...filter }: ParsedInputOf<typeof getLeadMap>, { actor }: ActorContext) {
    return this.maps.of(await this.known(filter), actor, bbox, zoom);
  }

  /** Rejects with 400 a field without a filter. Elsewhere such a filter selects no lead. */
  private async known<Filter extends WithField>(filter: Filter): Promise<Filter> {
    const [unknown] = filter.field?.length ? await this.fields.unknown(filter.field) : [];
    if (unknown) throw invalidField('field', `There is no filter "${unknown}"`);
    return filter;
  }

  /** For pages, which stop after the first leads. Totals, facets and maps read all leads of an entry. */
  private async withEntries<Filter extends WithField>(given: Filter) {
    const filter = await this.known(given);
    return filter.field?.length ? { ...filter, entries: await this.fields.counts(filter.field) } : filter;
  }
}

interface WithField {
  field?: string[] | undefined;
}
