import type { CustomFieldValue } from '@lead-finder/contracts';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { personalStore } from '../../../lib/browser-store';
import type { LeadAddress } from '../../../lib/lead-address';
import { InlineEdit } from '../../../ui/inline-edit';
import { type UserBusiness, useSetCustomField } from '../api';
import type { Detail } from '../business-facts.rules';
import { staleOf } from '../calls.rules';

interface DetailFieldProps {
  lead: LeadAddress;
  userBusiness: UserBusiness;
  detail: Detail;
  name: string;
  type: 'tel' | 'url' | 'email' | 'text';
  value: string;
  children: ReactNode;
}

/** The names of the fields in the toasts (docs/product/one-lead.md#texts-of-lead-actions). */
const titles: Record<Detail, string> = {
  email: 'Email',
  contactPerson: 'Contact person',
  phoneNumber: 'Phone number',
  website: 'Website',
};

/** A contact detail with inline edit. */
export function DetailField({ detail, ...edit }: DetailFieldProps) {
  // Loads the check with its schemas when an edit starts, because most leads are only read. The server checks too.
  const check = async (text: string) => {
    const rules = await import('./detail-problem').catch(() => undefined);
    return rules?.problemWith(detail, text);
  };
  return <VersionedEdit {...edit} field={detail} what={titles[detail]} check={check} />;
}

interface VersionedEditProps extends Omit<ComponentProps<typeof InlineEdit>, 'onSave' | 'draft'> {
  lead: LeadAddress;
  userBusiness: UserBusiness;
  field: string;
  /** The name in the toasts. */
  what: string;
  /** The value of a checked text; the text itself by default. */
  toValue?: (text: string) => CustomFieldValue | null;
  shown?: (value: unknown) => string;
}

const itself = (text: string): string => text;

/** Saves a contact detail or a custom field with the version that the user saw. */
export function VersionedEdit({
  lead,
  userBusiness,
  field,
  what,
  toValue = itself,
  shown,
  ...edit
}: VersionedEditProps) {
  const { mutateAsync: save } = useSetCustomField(lead, field, what, shown);
  const { uuid, version } = userBusiness;
  const store = useMemo(
    () => personalStore<{ text: string; version: number } | null>(`draft.${field}.${uuid}`, null),
    [field, uuid],
  );
  const draft = {
    read: () => store.read()?.text ?? null,
    write: (text: string) => store.write({ text, version: store.read()?.version ?? version }),
    clear: () => store.clear(),
  };
  const onSave = async (text: string) => {
    try {
      await save({ customFields: { [field]: toValue(text) }, version: store.read()?.version ?? version });
    } catch (error) {
      // After a conflict the user may save again, which overwrites the other change.
      const current = staleOf(error);
      if (current) store.write({ text, version: current.version });
      throw error;
    }
  };
  return <InlineEdit {...edit} onSave={onSave} draft={draft} />;
}
