import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import type { LeadAddress } from '../../../lib/lead-address';
import { useTimeZone } from '../../../lib/time-zone';
import { ToneBadge } from '../../../ui/badges';
import { ConfirmDialog } from '../../../ui/dialogs';
import { FollowUpDialog } from '../../../ui/follow-up-dialog';
import { Icon } from '../../../ui/icon';
import { OwnersOnly } from '../owners-only';
import { AddActivityForm } from './add-activity-panel';
import { activityStyles } from '../../../ui/activity-styles';
import { type ContactActivity, useDecideFollowUp, useDeleteActivity } from '../api';
import { followUpOf } from './follow-up.rules';

interface ActivitiesPanelProps {
  lead: LeadAddress;
  uuid: string;
  activities: readonly ContactActivity[];
  isOwn: boolean;
}

export function ActivitiesPanel({ lead, uuid, activities, isOwn }: ActivitiesPanelProps) {
  const [leaving, setLeaving] = useState<number | null>(null);
  const [completing, setCompleting] = useState<ContactActivity | null>(null);
  const remove = useDeleteActivity(lead);
  const decide = useDecideFollowUp(lead);
  const timeZone = useTimeZone();
  return (
    <>
      <AddActivityForm lead={lead} uuid={uuid} isOwn={isOwn} />
      {activities.length === 0 ? (
        <p className="muted">No contact activities yet</p>
      ) : (
        <OwnersOnly isOwn={isOwn}>
          <ol className="lf-timeline" aria-label="Contact activities">
            {activities.map((activity) => (
              <Entry
                key={activity.id}
                activity={activity}
                timeZone={timeZone}
                onComplete={() => setCompleting(activity)}
                onDelete={() => setLeaving(activity.id)}
              />
            ))}
          </ol>
        </OwnersOnly>
      )}
      {completing && (
        <FollowUpDialog
          activityId={completing.id}
          description={completing.description}
          pending={decide.isPending}
          onClose={() => setCompleting(null)}
          onDecide={(decision, onSaved) => {
            const onSuccess = () => {
              onSaved();
              setCompleting(null);
            };
            decide.mutate({ id: completing.id, decision }, { onSuccess });
          }}
        />
      )}
      <ConfirmDialog
        show={leaving !== null}
        title="Delete Activity"
        action="Delete Activity"
        variant="danger"
        pending={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving !== null && remove.mutate(leaving, { onSettled: () => setLeaving(null) })}
      >
        <p>Are you sure you want to delete this activity?</p>
      </ConfirmDialog>
    </>
  );
}

interface EntryProps {
  activity: ContactActivity;
  timeZone?: string;
  onComplete: () => void;
  onDelete: () => void;
}

function Entry({ activity, timeZone, onComplete, onDelete }: EntryProps) {
  const { label, icon } = activityStyles[activity.type];
  const followUp = followUpOf(activity, timeZone);
  const author = activity.createdBy?.fullName || activity.createdBy?.username || 'Former user';
  return (
    <li>
      <span className="lf-dot">
        <Icon name={icon} />
      </span>
      <div>
        <b>{label}</b>{' '}
        <span className="muted">
          · {author} · {formatDateTime(activity.createdAt)}
        </span>
        <p className="soft lf-written">{activity.description}</p>
        {activity.outcome && <p className="soft text-break">Outcome: {activity.outcome}</p>}
        {followUp && (
          <div className="d-flex flex-wrap align-items-center gap-2 mt-1">
            <ToneBadge tone={followUp.tone} icon="calendar-event">
              {followUp.text}
            </ToneBadge>
            {!activity.completedAt && (
              <Button variant="link" size="sm" className="p-0" onClick={onComplete}>
                Complete or move
              </Button>
            )}
          </div>
        )}
      </div>
      <Button variant="ghost" size="sm" className="btn-icon" aria-label="Delete activity" onClick={onDelete}>
        <Icon name="trash3" />
      </Button>
    </li>
  );
}
