import type { PayloadOf, provisioningNeedsAdmin } from '@lead-finder/contracts';

type Need = PayloadOf<typeof provisioningNeedsAdmin>;

const texts: Record<Need['what'], (need: Need) => { title: string; message: string }> = {
  last_admin: ({ provider, fullName }) => ({
    title: 'Deactivation refused',
    message: `${provider} wants to deactivate ${fullName}, the last administrator. Name another administrator first.`,
  }),
  leads_left: ({ provider, fullName }) => ({
    title: 'Leads without a user',
    message: `${provider} deactivated ${fullName}, who still has open leads. Choose who gets them in the user management.`,
  }),
};

/** docs/product/notifications.md#what-notifies-a-user */
export const provisioningText = (need: Need) => texts[need.what](need);
