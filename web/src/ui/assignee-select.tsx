import { LeaveNotice } from './leave-notice';
import { UserSelect, type UserSelectProps } from './user-select';

/** Chooses the user who gets leads, and warns if that user is on leave. */
export const AssigneeSelect = (props: UserSelectProps) => (
  <div className="lf-assignee">
    <UserSelect {...props} />
    <LeaveNotice
      user={props.people.find(({ id }) => id === props.value)}
      mayChoose={(standIn) => props.people.some(({ id }) => id === standIn.id)}
      onChoose={({ id }) => props.onChange(id)}
    />
  </div>
);
