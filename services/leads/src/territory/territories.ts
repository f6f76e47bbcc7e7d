import {
  maxTerritories,
  maxTerritoryLevels,
  type ParsedInputOf,
  type Territory,
  type territoryForm,
  type updateTerritory,
} from '@lead-finder/contracts';
import {
  AppError,
  Database,
  invalidField,
  notFound,
  staleVersion,
  takenField,
  type ActorContext,
} from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { LeadAudit } from '../lead/lead-audit.js';
import {
  areaFields,
  areaOf,
  auditable,
  storedColumns,
  type StoredTerritory,
  type TerritoryChange,
  type TerritoryFields,
} from './stored-territory.js';
import { TerritoryArea } from './territory-area.js';
import { TerritoryOwners } from './territory-owners.js';
import { TerritoryScan } from './territory-scan.js';
import { arrange, isOrderChanged, isTooDeep, put, type Arranged, type Placed } from './territory-tree.rules.js';
import { TerritoryViews } from './territory.views.js';

export type TerritoryForm = z.output<typeof territoryForm>;

const fields = ['name', ...areaFields, 'userIds', 'teamIds'] as const;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The tree while a change runs. */
class Tree {
  /** An area changed, or there is the first territory. */
  isAreaChanged = false;

  constructor(
    public all: Placed[],
    readonly before: readonly Arranged[],
  ) {}

  put(id: number, parentId: number | null, priority: number | null): void {
    if (parentId !== null && !this.all.some((each) => each.id === parentId))
      throw invalidField('parentId', 'There is no such territory');
    for (let above = parentId; above !== null; above = this.all.find((each) => each.id === above)!.parentId)
      if (above === id) throw new AppError('conflict', 'territory_cycle', 'A territory cannot be below itself');
    this.all = put(this.all, id, parentId, priority);
    if (isTooDeep(arrange(this.all)))
      throw invalidField('parentId', `Territories have at most ${maxTerritoryLevels} levels`);
  }
}

/** Changes territories under one lock, with an entry in the audit trail in the same commit. */
@Injectable()
export class Territories {
  constructor(
    private readonly database: Database,
    private readonly views: TerritoryViews,
    private readonly scan: TerritoryScan,
    private readonly area: TerritoryArea,
    private readonly owners: TerritoryOwners,
    private readonly audit: LeadAudit,
  ) {}

  async create(form: TerritoryForm, context: ActorContext): Promise<Territory> {
    const id = await this.change((tree) => this.add(tree, form, context));
    return this.views.one(id);
  }

  async update(
    { id, version, ...change }: ParsedInputOf<typeof updateTerritory>,
    context: ActorContext,
  ): Promise<Territory> {
    await this.change(async (tree) => {
      const present = await this.get(id);
      if (version !== undefined && version !== present.version) throw staleVersion(await this.views.one(id));
      await this.alter(tree, present, change, context);
    });
    return this.views.one(id);
  }

  async remove(id: number, { actor }: ActorContext): Promise<void> {
    await this.change(async (tree) => {
      const { name, shape, zips, counties, states } = await this.get(id);
      const below = tree.all.filter(({ parentId }) => parentId === id).length;
      if (below > 0) {
        const what = below === 1 ? '1 territory' : `${below} territories`;
        throw new AppError('conflict', 'territory_in_use', `${name} still has ${what} below it. Move them first.`);
      }
      await this.database.query('delete from territories where id = $1', [id]);
      tree.all = tree.all.filter((each) => each.id !== id);
      tree.isAreaChanged = shape !== null || [zips, counties, states].some((each) => each.length > 0);
      await this.audit.record('territory_removed', actor, name, { id });
    });
  }

  /** Changes run one after another. At their end all ranks are right, and leads are compared again if they must be. */
  change<T>(work: (tree: Tree) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.lock('changes of territories leads');
      const all = await this.database.query<Placed>(
        `select id, parent_id as "parentId", priority from territories order by id limit ${maxTerritories}`,
      );
      const tree = new Tree(all, arrange(all));
      const result = await work(tree);
      const after = arrange(tree.all);
      await this.database.query(
        `update territories t set parent_id = a."parentId", priority = a.priority, path = a.path, rank = a.rank
         from jsonb_to_recordset($1) as a (id bigint, "parentId" bigint, priority int, path bigint[], rank int)
         where a.id = t.id and (t.parent_id, t.priority, t.path, t.rank) is distinct from (a."parentId", a.priority, a.path, a.rank)`,
        [JSON.stringify(after)],
      );
      if (tree.isAreaChanged || isOrderChanged(tree.before, after)) await this.scan.begin();
      this.scan.announce();
      return result;
    });
  }

  async add(tree: Tree, form: TerritoryForm, context: ActorContext): Promise<number> {
    if (tree.all.length >= maxTerritories)
      throw invalidField('name', `There are at most ${maxTerritories} territories`);
    const [row] = await this.database
      .query<{ id: number }>(
        `insert into territories (name, parent_id)
         select $1::text, $2::bigint where $2::bigint is null or exists (select from territories where id = $2) returning id`,
        [form.name, form.parentId],
      )
      .catch(refuseTakenName);
    if (!row) throw invalidField('parentId', 'There is no such territory');
    tree.put(row.id, form.parentId, form.priority);
    tree.isAreaChanged ||= !(await this.scan.isKnown());
    await this.write(tree, await this.get(row.id), form, context);
    await this.audit.record('territory_created', context.actor, form.name, { id: row.id, ...auditable(form) });
    return row.id;
  }

  /** Returns whether anything is different now. */
  async alter(tree: Tree, present: StoredTerritory, change: TerritoryChange, context: ActorContext): Promise<boolean> {
    const { id } = present;
    const { parentId = present.parentId } = change;
    const isMoved = parentId !== present.parentId;
    const priority = change.priority ?? (isMoved ? null : present.priority);
    const isPut = isMoved || priority !== present.priority;
    if (isPut) tree.put(id, parentId, priority);
    if (isMoved)
      await this.database
        .query('update territories set parent_id = $2 where id = $1', [id, parentId])
        .catch(refuseTakenName);
    const changed = await this.write(tree, present, change, context);
    if (!isPut && changed.length === 0) return false;
    await this.database.query('update territories set version = version + 1 where id = $1', [id]);
    const now = { ...present, ...change, parentId, priority };
    const [before, after] = [auditable(present), auditable(now)];
    const names = ['parentId', 'priority', ...changed] as (keyof typeof before)[];
    const details = names
      .filter((name) => !isSame(before[name], after[name]))
      .map((name) => [name, [before[name], after[name]]]);
    const entry = { id, changed: Object.fromEntries(details) };
    await this.audit.record('territory_changed', context.actor, now.name ?? present.name, entry);
    return true;
  }

  async stored(ids?: readonly number[]): Promise<StoredTerritory[]> {
    return this.database.query(
      `select ${storedColumns} from territories where $1::bigint[] is null or id = any ($1) order by id limit ${maxTerritories}`,
      [ids ?? null],
    );
  }

  /** Writes the fields that are given and differ, and returns their names. */
  private async write(
    tree: Tree,
    present: StoredTerritory,
    given: TerritoryFields,
    context: ActorContext,
  ): Promise<string[]> {
    const { id } = present;
    const changed = fields.filter((name) => given[name] !== undefined && !isSame(given[name], present[name]));
    if (changed.includes('name'))
      await this.database
        .query('update territories set name = $2 where id = $1', [id, given.name])
        .catch(refuseTakenName);
    if (areaFields.some((name) => changed.includes(name))) {
      tree.isAreaChanged = true;
      await this.area.write({ ...present, ...areaOf(given) });
    }
    const { userIds, teamIds } = given;
    await this.owners.write(
      present,
      {
        userIds: changed.includes('userIds') ? userIds : undefined,
        teamIds: changed.includes('teamIds') ? teamIds : undefined,
      },
      context,
    );
    return changed;
  }

  private async get(id: number): Promise<StoredTerritory> {
    const [found] = await this.stored([id]);
    if (!found) throw notFound('Territory');
    return found;
  }
}

function refuseTakenName(error: { constraint?: string }): never {
  if (error.constraint !== 'territories_name') throw error as unknown as Error;
  throw takenField('name', 'territory_name_taken', 'There is already a territory with this name here');
}
