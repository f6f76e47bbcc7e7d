import { moment, userJson } from '../lead/lead-columns.js';

/** Expects the aliases `c` for contact_activities and `writer` for the author in assignees. */
export const activityJson = `json_build_object(
  'id', c.id, 'userBusinessId', c.user_business_id, 'type', c.type, 'description', c.description,
  'scheduledAt', ${moment('c.scheduled_at')}, 'completedAt', ${moment('c.completed_at')}, 'outcome', c.outcome,
  'createdBy', ${userJson('writer', 'c.created_by')},
  'createdAt', ${moment('c.created_at')}, 'updatedAt', ${moment('c.updated_at')})`;
