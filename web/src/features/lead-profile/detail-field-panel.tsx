import { type ReactNode, useMemo } from 'react';
import { personalStore } from '../../lib/browser-store';
import { InlineEdit } from '../../ui/inline-edit';
import { type UserBusiness, useSetCustomField } from './api';
import type { Detail } from './business-facts.rules';
import { type LeadAddress, staleOf } from './calls.rules';

interface DetailFieldProps {
  lead: LeadAddress;
  userBusiness: UserBusiness;
  detail: Detail;
  name: string;
  type: 'tel' | 'url' | 'email' | 'text';
  value: string;
  children: ReactNode;
}

/** What the toasts call each field (specification section 8). */
const titles: Record<Detail, string> = {
  email: 'Email',
  contactPerson: 'Contact person',
  phoneNumber: 'Phone number',
  website: 'Website',
};

/** A contact detail that is edited where it stands, from the version that the person saw. */
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
  // With its schemas it is a file of its own, for most leads are read and not edited; the server checks in any case.
  const check = async (text: string) => {
    const rules = await import('./detail-problem').catch(() => undefined);
    return rules?.problemWith(detail, text);
  };
  const onSave = async (text: string) => {
    try {
      await save({ customFields: { [detail]: text }, version: store.read()?.version ?? version });
    } catch (error) {
      // Told that somebody else was faster, the person may save again: then it is meant.
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
