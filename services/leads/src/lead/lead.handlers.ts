import * as contracts from '@lead-finder/contracts';
import type { ParsedInputOf } from '@lead-finder/contracts';
import { Clock, Database, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { FieldValues } from '../custom-field/field-values.js';
import { RecyclingViews } from '../recycling/recycling.views.js';
import type { LeadChange, Lead } from './lead.entity.js';
import type { LeadAction } from './lead.policy.js';
import { LeadRepository } from './lead.repository.js';
import { LeadViews } from './lead.views.js';

type One = ParsedInputOf<typeof contracts.getLead>;

/** Requests for one lead. The messages are product texts (docs/product/one-lead.md#texts-of-lead-actions). */
@Controller()
export class LeadHandlers {
  constructor(
    private readonly leads: LeadRepository,
    private readonly views: LeadViews,
    private readonly fieldValues: FieldValues,
    private readonly recycling: RecyclingViews,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handle(contracts.getLead)
  async getLead({ ref }: One, context: ActorContext) {
    const { isRecycled, ...profile } = await this.views.profile(ref, context);
    const { id, userId } = profile.userBusiness;
    const recycling = isRecycled && userId !== null ? await this.recycling.forecast(id, userId) : null;
    return recycling ? { ...profile, recycling } : profile;
  }

  @Handle(contracts.getLeadHistory)
  getLeadHistory({ ref }: One, context: ActorContext) {
    return this.views.history(ref, context);
  }

  @Handle(contracts.markViewed)
  markViewed(input: One, context: ActorContext) {
    return this.change(input, context, 'change', 'Business marked as viewed', (lead) => lead.markViewed());
  }

  @Handle(contracts.setLeadStatus)
  setStatus(input: ParsedInputOf<typeof contracts.setLeadStatus>, context: ActorContext) {
    return this.change(input, context, 'change', 'Status updated', (lead) =>
      lead.setStatus(input.status, this.clock.now()),
    );
  }

  @Handle(contracts.setNotes)
  setNotes(input: ParsedInputOf<typeof contracts.setNotes>, context: ActorContext) {
    return this.change(input, context, 'change', 'Notes updated', (lead) => lead.setNotes(input.notes, input.version));
  }

  @Handle(contracts.setCustomFields)
  setCustomFields(input: ParsedInputOf<typeof contracts.setCustomFields>, context: ActorContext) {
    const { customFields, version } = input;
    return this.database.transaction(async () => {
      const { change, names } = await this.fieldValues.accepted(customFields);
      const message = updatedText(Object.keys(customFields), names);
      return this.change(input, context, 'change', message, (lead) => lead.setCustomFields(change, version));
    });
  }

  @Handle(contracts.setContacts)
  setContacts({ contacts, version, ...input }: ParsedInputOf<typeof contracts.setContacts>, context: ActorContext) {
    return this.change(input, context, 'change', 'Contacts updated', (lead) => lead.setContacts(contacts, version));
  }

  @Handle(contracts.addTag)
  addTag(input: ParsedInputOf<typeof contracts.addTag>, context: ActorContext) {
    return this.change(input, context, 'change', 'Tag added', (lead) => lead.addTag(input.tag));
  }

  @Handle(contracts.removeTag)
  removeTag(input: ParsedInputOf<typeof contracts.removeTag>, context: ActorContext) {
    return this.change(input, context, 'change', 'Tag removed', (lead) => lead.removeTag(input.tag));
  }

  @Handle(contracts.archiveLead)
  archive(input: One, context: ActorContext) {
    return this.change(input, context, 'dispose', 'Business archived', (lead) => lead.archive(this.clock.now()));
  }

  @Handle(contracts.restoreLead)
  restore(input: One, context: ActorContext) {
    return this.change(input, context, 'dispose', 'Business restored', (lead) => lead.restore());
  }

  @Handle(contracts.markExistingCustomer)
  markCustomer(input: One, context: ActorContext) {
    const mark = (lead: Lead) => lead.markExistingCustomer(this.clock.now());
    return this.change(input, context, 'dispose', 'Marked as existing customer', mark);
  }

  @Handle(contracts.unmarkExistingCustomer)
  unmarkCustomer(input: One, context: ActorContext) {
    return this.change(input, context, 'dispose', 'Existing customer mark removed', (lead) =>
      lead.unmarkExistingCustomer(),
    );
  }

  @Handle(contracts.deleteLead)
  async deleteLead({ ref }: One, { actor }: ActorContext) {
    await this.leads.remove(ref, actor);
    return { message: 'Business deleted' };
  }

  private async change(
    { ref }: One,
    { actor }: ActorContext,
    action: LeadAction,
    message: string,
    act: (lead: Lead) => LeadChange,
  ) {
    const { lead, updated } = await this.leads.changed(ref, actor, action, act);
    return { message, userBusiness: updated ?? (await this.views.userBusiness(lead.id)) };
  }
}

const fieldNames: Record<string, string> = {
  email: 'Email',
  contactPerson: 'Contact person',
  phoneNumber: 'Phone number',
  website: 'Website',
};

function updatedText(keys: string[], customNames: ReadonlyMap<string, string>): string {
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return `${customNames.get(key) ?? fieldNames[key]} updated`;
  return customNames.size > 0 ? 'Fields updated' : 'Contact details updated';
}
