import { createHash } from 'node:crypto';
import type { PayloadOf, provisioningNeedsAdmin } from '@lead-finder/contracts';

type Need = PayloadOf<typeof provisioningNeedsAdmin>;
interface Text {
  title: string;
  message: string;
  /** Set if further ones count up in the same notification. Their number stands before the message. */
  ofMany?: { batchId: string; title: string; message: string };
}

/** An id of 128 bits that is the same for the same provider. */
const batchOf = (provider: string) => createHash('sha256').update(`leavers of ${provider}`).digest('hex').slice(0, 32);

const texts: Record<Need['what'], (need: Need) => Text> = {
  last_admin: ({ provider, fullName }) => ({
    title: 'Deactivation refused',
    message: `${provider} wants to deactivate ${fullName}, the last administrator. Name another administrator first.`,
  }),
  leads_left: ({ provider, fullName }) => ({
    title: 'Leads without a user',
    message: `${provider} deactivated ${fullName}, who still has open leads. Choose who gets them in the user management.`,
    ofMany: {
      batchId: batchOf(provider),
      title: 'Leads without users',
      message: ` users whom ${provider} deactivated still have open leads. Choose who gets them in the user management.`,
    },
  }),
};

/** docs/product/notifications.md#what-notifies-a-user */
export const provisioningText = (need: Need) => texts[need.what](need);
