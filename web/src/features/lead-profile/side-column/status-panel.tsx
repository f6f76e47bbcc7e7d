import { memo } from 'react';
import { Button, ButtonGroup, Card, Spinner } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { useSetStatus } from '../../../lib/use-set-status';
import { Icon } from '../../../ui/icon';
import { leadStatuses, statusClass, StatusIcon, statusLabel } from '../../../ui/lead-status';
import { type LeadStatus, useProfileEffects } from '../api';

const toasts = { done: 'Status updated', failed: 'Status update failed' };

/**
 * One button per status. During a change its button shows a spinner and all are disabled
 * (docs/product/one-lead.md#status-card).
 */
export const StatusPanel = memo(function StatusPanel({ lead, status }: { lead: LeadAddress; status: LeadStatus }) {
  const { mutate: setStatus, isPending, variables } = useSetStatus(useProfileEffects(lead, toasts));
  return (
    <Card as="section" className="p-status" aria-label="Lead Status">
      <Card.Header as="h2" className="h3">
        Lead Status
      </Card.Header>
      <Card.Body className="p-2">
        <ButtonGroup vertical className="lf-statuses w-100" aria-label="Lead status">
          {leadStatuses.map((each) => {
            const isCurrent = each === status;
            const isSaving = isPending && each === variables.status;
            return (
              <Button
                key={each}
                // The theme colours these buttons, so they have no variant.
                variant=""
                className={[statusClass(each), isCurrent && 'active', isSaving && 'pending'].filter(Boolean).join(' ')}
                aria-pressed={isCurrent}
                disabled={isPending}
                onClick={() => !isCurrent && setStatus({ lead, status: each })}
              >
                {isSaving ? <Spinner role="status" aria-label="Saving" /> : <StatusIcon status={each} />}
                {statusLabel(each)}
                {isCurrent && <Icon name="check-lg" className="end" />}
              </Button>
            );
          })}
        </ButtonGroup>
      </Card.Body>
    </Card>
  );
});
