import { type ReactNode, useMemo } from 'react';
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

/** A contact detail with inline edit. It saves with the version that the user saw. */
export function DetailField({ lead, userBusiness, detail, name, type, value, children }: DetailFieldProps) {
  const { mutateAsync: save } = useSetCustomField(lead, detail, titles[detail]);
  const { uuid, version } = userBusiness;
  const store = useMemo(
    () => personalStore<{ text: string; version: number } | null>(`draft.${detail}.${uuid}`, null),
    [detail, uuid],
  );
  const draft = {
    read: () => store.read()?.text ?? null,
    write: (text: string) => store.write({ text, version: store.read()?.version ?? version }),
    clear: () => store.clear(),
  };
  // Loads the check with its schemas when an edit starts, because most leads are only read. The server checks too.
  const check = async (text: string) => {
    const rules = await import('./detail-problem').catch(() => undefined);
    return rules?.problemWith(detail, text);
  };
  const onSave = async (text: string) => {
    try {
      await save({ customFields: { [detail]: text }, version: store.read()?.version ?? version });
    } catch (error) {
      // After a conflict the user may save again, which overwrites the other change.
      const current = staleOf(error);
      if (current) store.write({ text, version: current.version });
      throw error;
    }
  };
  return (
    <InlineEdit name={name} type={type} value={value} onSave={onSave} check={check} draft={draft}>
      {children}
    </InlineEdit>
  );
}
