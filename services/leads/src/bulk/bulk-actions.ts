import type { Actor, bulkJobActions, LeadStatus, PoolReason } from '@lead-finder/contracts';
import { forbidden } from '@lead-finder/platform';
import { statusSet } from '../lead/first-contact.js';
import { isSameTag, maxTags } from '../lead/lead.entity.js';
import { mayToOthers, type LeadAction } from '../lead/lead.policy.js';
import { tagChanges, type LoggedChange } from '../timeline/logged-changes.rules.js';

export type Action = (typeof bulkJobActions)[number];

/** What a user asked for, by a request with ids or by a job. */
export interface BulkOrder {
  action: Action;
  actor: Actor;
  toStatus: LeadStatus | null;
  newUserId: number | null;
  /** Why leads go to a pool. */
  reason: PoolReason | null;
  /** Until then their owners may not have them again. */
  coolDownUntil?: Date;
  notes: string | null;
  removedTags: string[];
  addedTags: string[];
}

export const nothingMore = {
  toStatus: null,
  newUserId: null,
  reason: null,
  notes: null,
  removedTags: [],
  addedTags: [],
};

/** What the timeline shows of a lead's change. */
export interface LoggedState {
  from: LeadStatus;
  to: LeadStatus;
  previousTags: string[];
  tags: string[];
}

export interface Job extends BulkOrder {
  id: number;
  status: 'running' | 'cancelling' | 'undoing';
  undoneBy: Actor | null;
  undoneTo: number;
  /** The users who share the leads evenly. */
  newUserIds: number[];
  total: number;
  done: number;
  undone: number;
  planId: number | null;
  planName: string | null;
  planVersion: number | null;
  /** The action of a request, which ended at once. */
  direct: boolean;
}

interface BulkAction {
  policy: LeadAction;
  /** Absent for a deletion. */
  update?: {
    /** The leads that change. `$1` has the ids that the action may change. */
    where: string;
    /**
     * `$2` is the time, `$4` the new status or user, or the pool of each owner as JSON. For tags `$4` are the removed and
     * `$5` the added ones.
     */
    set: string;
  };
  /** The entries of the timeline. The assignment history has the entry of a new user. */
  log?: (lead: LoggedState) => LoggedChange[];
  /** Why a lead that did not change lacks the wanted state. */
  refused?: (lead: { tags: string[] }, order: BulkOrder) => 'duplicate' | 'full' | undefined;
  /** Whether it changes the owner. */
  moves?: true;
  /** What an undo does. Absent if an undo does the same with the previous values. */
  reverse?: Action;
}

const retagging = (where: string) => ({
  where: `${where} and changed_tags(tags, $4, $5) <> tags and cardinality(changed_tags(tags, $4, $5)) <= ${maxTags}`,
  set: 'tags = changed_tags(tags, $4, $5)',
});
const poolOf = (lead: string) => `($4::jsonb ->> ${lead}.user_id::text)::bigint`;
const logTags = ({ previousTags, tags }: LoggedState) => tagChanges(previousTags, tags);

export const bulkActions: Record<Action, BulkAction> = {
  delete: { policy: 'dispose' },
  archive: {
    policy: 'dispose',
    update: { where: 'not archived', set: 'archived = true, archived_at = $2' },
    log: () => [{ kind: 'edit', what: { what: 'archived' } }],
    reverse: 'restore',
  },
  restore: {
    policy: 'dispose',
    update: { where: 'archived', set: 'archived = false, archived_at = null' },
    log: () => [{ kind: 'edit', what: { what: 'restored' } }],
    reverse: 'archive',
  },
  'update-status': {
    policy: 'change',
    update: { where: 'status <> $4', set: statusSet('$4', '$2') },
    log: ({ from, to }) => [{ kind: 'status', what: { from, to } }],
  },
  reassign: {
    policy: 'reassign',
    update: {
      // If two leads have the same business, only the first one moves to the new user.
      where: `not exists (
        select 1 from user_businesses duplicate where duplicate.business_id = u.business_id
          and (duplicate.user_id = $4::bigint or duplicate.id = any ($1) and duplicate.id < u.id))`,
      set: 'user_id = $4::bigint, assigned_at = $2, viewed = false',
    },
    refused: () => 'duplicate',
    moves: true,
  },
  'return-to-pool': {
    policy: 'reassign',
    update: {
      where: `user_id > 0 and not exists (
        select 1 from user_businesses duplicate where duplicate.business_id = u.business_id and (
          duplicate.user_id = ${poolOf('u')}
          or duplicate.id = any ($1) and duplicate.id < u.id and ${poolOf('duplicate')} = ${poolOf('u')}))`,
      set: `user_id = ${poolOf('user_businesses')}, assigned_at = $2, viewed = false`,
    },
    refused: () => 'duplicate',
    moves: true,
  },
  'add-tags': {
    policy: 'change',
    update: retagging('true'),
    log: logTags,
    refused: ({ tags }, { addedTags }) =>
      addedTags.every((tag) => tags.some((each) => isSameTag(each, tag))) ? undefined : 'full',
  },
  'remove-tags': { policy: 'retag', update: retagging('true'), log: logTags },
  'replace-tags': { policy: 'retag', update: retagging('tag_keys && lower_all($4)'), log: logTags },
};

/** The name under which progress stores the contacts that a job counted. */
export const nameOf = (jobId: number) => `bulk-${jobId}`;

/** The branch of a manager is that of each chunk's moment, so none is stored. */
export const storedActor = ({ branch: _present, ...actor }: Actor): Actor => actor;

/** Rejects with 403 if the actor's present role does not cover the leads that the creator could change. */
export function rejectBeyondRights(now: Actor, { action, actor: creator }: Pick<Job, 'action' | 'actor'>): void {
  const { policy } = bulkActions[action];
  const hasOwnLeadsOnly = creator.id === now.id && !mayToOthers(creator, policy);
  if (!hasOwnLeadsOnly && !mayToOthers(now, policy)) throw forbidden();
}
