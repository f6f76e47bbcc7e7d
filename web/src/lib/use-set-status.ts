import type { LeadStatus, UserBusiness } from '@lead-finder/contracts';
import { useMutation } from '@tanstack/react-query';
import { request } from './http';
import { callPath, type LeadAddress } from './lead-address';
import { announceStatusChanged } from './lead-changes';

interface StatusChange {
  lead: LeadAddress;
  status: LeadStatus;
}

/** What a page does after the change, also if its button is no longer on the screen. */
interface Effects {
  onSuccess: (response: { userBusiness: UserBusiness }) => void;
  onError?: (error: Error) => void;
}

/** Sets the status of a lead and announces it to the progress meters. */
export const useSetStatus = (effects: Effects) =>
  useMutation({
    mutationFn: async ({ lead, status }: StatusChange) => {
      const path = callPath(lead, 'business-status');
      const response = await request<{ userBusiness: UserBusiness }>('PATCH', path, { status });
      announceStatusChanged();
      return response;
    },
    ...effects,
  });
