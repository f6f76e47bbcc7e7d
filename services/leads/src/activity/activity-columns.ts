import { moment, userJson } from '../lead/lead-columns.js';

/** Aliases: `c` is contact_activities, `writer` is the author in assignees. */
export const activityJson = `json_build_object(
  'id', c.id, 'userBusinessId', c.user_business_id, 'type', c.type, 'description', c.description,
  'scheduledAt', ${moment('c.scheduled_at')}, 'repeatDays', c.repeat_days,
  'completedAt', ${moment('c.completed_at')}, 'outcome', c.outcome,
  'createdBy', ${userJson('writer', 'c.created_by')},
  'createdAt', ${moment('c.created_at')}, 'updatedAt', ${moment('c.updated_at')})`;
