import type { LeadAddress } from '../../../lib/lead-address';
import { useDraft } from '../../../lib/use-draft';
import { FormDialog } from '../../../ui/dialogs';
import { type ReturnReason, ReturnReasonFields, whyOf } from '../../../ui/return-reason';
import { type LeadProfile, useReturnToPool } from '../api';

interface ReturnDialogProps {
  lead: LeadAddress;
  profile: LeadProfile;
  onClose: () => void;
  onLeave: () => void;
}

const nothing: ReturnReason = { reason: null, notes: '' };

/** Returns the lead to the pool of its owner's team (docs/product/pool.md#return). */
export function ReturnDialog({ lead, profile, onClose, onLeave }: ReturnDialogProps) {
  const { draft, saveDraft, drop } = useDraft<ReturnReason>(`return.${profile.userBusiness.uuid}`);
  const giveBack = useReturnToPool(lead, () => {
    drop();
    onLeave();
  });
  const value = draft ?? nothing;
  const why = whyOf(value);
  return (
    <FormDialog
      show
      title="Return to Pool"
      action="Return"
      pending={giveBack.isPending}
      disabled={why === null}
      onClose={onClose}
      onSubmit={() => why && giveBack.mutate(why)}
    >
      <p>
        The lead goes to the pool of the team, where a colleague can claim it. Status, notes, tags, activities and
        history stay with it.
      </p>
      <ReturnReasonFields value={value} onChange={saveDraft} />
    </FormDialog>
  );
}
