import { randomBytes } from 'node:crypto';
import {
  leadFilter,
  type Actor,
  type changeView,
  type ParsedInputOf,
  type saveView,
  type SavedView,
} from '@lead-finder/contracts';
import { Database, forbidden, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadTotals } from '../list/lead-totals.js';

const maxViews = 50;

type Stored = Omit<SavedView, 'total' | 'totalIsExact'> & { filter: unknown };

/** The views of the list that users saved (docs/product/lead-list.md#saved-views). */
@Injectable()
export class SavedViews {
  constructor(
    private readonly database: Database,
    private readonly totals: LeadTotals,
  ) {}

  async list(actor: Actor): Promise<SavedView[]> {
    const own = await this.stored(actor, 'owner_id = $1');
    const shared = await this.stored(actor, `${isShared('$2')} and owner_id <> $1`, actor.teams ?? []);
    return Promise.all([...own, ...shared].map((view) => this.counted(view, actor)));
  }

  async add(view: ParsedInputOf<typeof saveView>, actor: Actor): Promise<SavedView> {
    rejectSharing(view, actor);
    return this.database.transaction(async () => {
      await this.database.lock(`saved views of ${actor.id}`);
      const [{ count }] = (await this.database.query<{ count: number }>(
        'select count(*)::int as count from saved_views where owner_id = $1',
        [actor.id],
      )) as [{ count: number }];
      if (count >= maxViews) {
        throw invalidField('name', `You have ${maxViews} views already. Remove one first.`);
      }
      const key = randomBytes(6).toString('base64url');
      await this.database.query(
        `insert into saved_views (key, owner_id, name, shared, team_id, query, filter) values ($1, $2, $3, $4, $5, $6, $7)`,
        [key, actor.id, view.name, view.shared, view.teamId ?? null, view.query, JSON.stringify(view.filter)],
      );
      await this.setDefault(key, view.isDefault, actor);
      return this.one(key, actor);
    });
  }

  async change({ key, isDefault, ...change }: ParsedInputOf<typeof changeView>, actor: Actor): Promise<SavedView> {
    return this.database.transaction(async () => {
      const view = await this.one(key, actor);
      const { filter, ...rest } = change;
      const columns = Object.entries({ ...rest, ...(filter && { filter: JSON.stringify(filter) }) });
      if (columns.length > 0) {
        if (!view.isMine) throw notFound('View');
        rejectSharing({ ...view, ...change }, actor);
        await this.database.query(
          `update saved_views set ${columns.map(([name], index) => `${columnOf(name)} = $${index + 2}`).join(', ')} where key = $1`,
          [key, ...columns.map(([, value]) => value)],
        );
      }
      if (isDefault !== undefined) await this.setDefault(key, isDefault, actor);
      return this.one(key, actor);
    });
  }

  async remove(key: string, actor: Actor): Promise<void> {
    const removed = await this.database.query(
      'delete from saved_views where key = $1 and (owner_id = $2 or ((shared or team_id is not null) and $3)) returning key',
      [key, actor.id, actor.role === 'admin'],
    );
    if (removed.length === 0) throw notFound('View');
  }

  private async one(key: string, actor: Actor): Promise<SavedView> {
    const condition = `key = $2 and (owner_id = $1 or ${isShared('$3')})`;
    const [view] = await this.stored(actor, condition, key, actor.teams ?? []);
    if (!view) throw notFound('View');
    return this.counted(view, actor);
  }

  private async setDefault(key: string, isDefault: boolean, { id }: Actor): Promise<void> {
    await this.database.query(
      isDefault
        ? 'insert into default_views (user_id, view_key) values ($1, $2) on conflict (user_id) do update set view_key = $2'
        : 'delete from default_views where user_id = $1 and view_key = $2',
      [id, key],
    );
  }

  private stored({ id }: Actor, condition: string, ...more: unknown[]): Promise<Stored[]> {
    return this.database.query<Stored>(
      `select key, name, shared, team_id as "teamId", query, filter, owner_id = $1 as "isMine",
         coalesce((select full_name from assignees where id = owner_id), '') as owner,
         exists (select from default_views where user_id = $1 and view_key = key) as "isDefault"
       from saved_views where ${condition} order by name, key limit ${maxViews}`,
      [id, ...more],
    );
  }

  /** A filter of an older version counts as far as it is still known. */
  private async counted({ filter, ...view }: Stored, actor: Actor): Promise<SavedView> {
    const known = leadFilter.safeParse(filter);
    return { ...view, ...(await this.totals.of({ ...(known.data ?? leadFilter.parse({})), scope: 'all' }, actor)) };
  }
}

/** The views of others for the user; `teams` is the placeholder of the user's teams. */
const isShared = (teams: string) => `(shared or team_id = any (${teams}))`;

const columnOf = (field: string) => (field === 'teamId' ? 'team_id' : field);

/** A manager shares with the own teams, an administrator with any. */
function rejectSharing(view: { shared?: boolean | undefined; teamId?: number | null | undefined }, actor: Actor): void {
  if (view.shared && actor.role === 'user') throw forbidden();
  if (!view.teamId) return;
  if (view.shared) throw invalidField('teamId', 'A view is for a team or for everybody, not both');
  if (actor.role === 'user' || (actor.role === 'manager' && !actor.teams?.includes(view.teamId))) throw forbidden();
}
