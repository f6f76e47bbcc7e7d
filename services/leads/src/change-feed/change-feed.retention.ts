import type { RetentionRule } from '@lead-finder/platform';
import { ChangeFeed } from './change-feed.js';

const batch = 1_000;

/** Deletes changes from the oldest on and without a gap, so that a cursor that is valid has missed none. */
export const oldChangesRule = (forMs: number): RetentionRule => ({
  what: 'changes of the feed',
  forget: async ({ database, now, app }) => {
    await app.get(ChangeFeed).publish();
    const gone = await database.query(
      `with old as (
         select max(position) as position from (
           select position from changes where published_at < $1 order by published_at limit ${batch}
         ) as oldest
       ), noted as (
         update change_feed set expired_to = old.position from old where old.position > expired_to
       )
       delete from changes using old where changes.position <= old.position returning 1`,
      [new Date(now.getTime() - forMs)],
    );
    return gone.length >= batch;
  },
});
