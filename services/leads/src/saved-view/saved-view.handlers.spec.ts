import {
  changeView,
  listSavedViews,
  removeView,
  saveView,
  setLeadStatus,
  type Actor,
  type InputOf,
} from '@lead-finder/contracts';
import { ada, alex, assign, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
beforeAll(async () => (world = await startWorld()));
afterEach(() => world.empty());
afterAll(() => world.stop());

const list = async (actor: Actor) => (await world.call(listSavedViews, actor, {})).views;
const save = (actor: Actor, view: Partial<InputOf<typeof saveView>> = {}) =>
  world.call(saveView, actor, {
    name: 'To recontact',
    shared: false,
    isDefault: false,
    query: 'status=recontact',
    filter: { status: ['recontact'] },
    ...view,
  });

describe('a saved view', () => {
  it('counts the leads that match now, of each user those that the user sees', async () => {
    const [mine] = [await assign(world, sam), await assign(world, alex)];
    await world.call(setLeadStatus, sam, { ref: { id: mine.id }, status: 'recontact' });
    await save(maria, { shared: true });
    await save(ada, { name: 'Everything', shared: true, query: '', filter: {} });
    expect((await list(sam)).map(({ name, total, owner, isMine }) => [name, total, owner, isMine])).toEqual([
      ['Everything', 1, 'Ada Admin', false],
      ['To recontact', 1, 'Maria Manager', false],
    ]);
    expect((await list(alex)).map(({ total }) => total)).toEqual([1, 0]);
    expect((await list(ada)).map(({ total, totalIsExact }) => [total, totalIsExact])).toEqual([
      [2, true],
      [1, true],
    ]);
  });

  it('belongs to its user, who can change and remove it', async () => {
    const { key } = await save(sam);
    expect(await list(alex)).toEqual([]);
    for (const actor of [alex, ada]) {
      expect(await failure(world.call(changeView, actor, { key, name: 'Mine' }))).toMatchObject({ kind: 'not_found' });
      expect(await failure(world.call(removeView, actor, { key }))).toMatchObject({ kind: 'not_found' });
    }
    expect(await world.call(changeView, sam, { key, name: 'Later', query: 'q=x', filter: { q: 'x' } })).toMatchObject({
      key,
      name: 'Later',
      query: 'q=x',
      total: 0,
    });
    await world.call(removeView, sam, { key });
    expect(await list(sam)).toEqual([]);
  });

  it('is for everybody only from a leader, and can be removed by an administrator', async () => {
    expect(await failure(save(sam, { shared: true }))).toMatchObject({ kind: 'forbidden' });
    const own = await save(sam);
    expect(await failure(world.call(changeView, sam, { key: own.key, shared: true }))).toMatchObject({
      kind: 'forbidden',
    });
    const { key } = await save(maria, { shared: true });
    expect(await failure(world.call(changeView, sam, { key, name: 'Mine' }))).toMatchObject({ kind: 'not_found' });
    await world.call(removeView, ada, { key });
    expect((await list(sam)).map((view) => view.key)).toEqual([own.key]);
  });

  it('is for a team from its manager or an administrator, and for all below it', async () => {
    const inWest = (actor: Actor): Actor => ({ ...actor, teams: [1, 2] });
    const manager: Actor = { ...maria, teams: [2] };
    expect(await failure(save(inWest(sam), { teamId: 2 }))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(save(manager, { teamId: 3 }))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(save(manager, { teamId: 2, shared: true }))).toMatchObject({ kind: 'invalid' });
    const { key } = await save(manager, { teamId: 2 });
    expect((await list(inWest(sam))).map((view) => [view.key, view.teamId])).toEqual([[key, 2]]);
    expect(await list({ ...alex, teams: [3] })).toEqual([]);
    expect(await list(alex)).toEqual([]);
    expect(await failure(world.call(changeView, manager, { key, shared: true }))).toMatchObject({ kind: 'invalid' });
    await world.call(changeView, manager, { key, name: 'Of the team' });
    await world.call(changeView, inWest(sam), { key, isDefault: true });
    expect(await failure(world.call(changeView, alex, { key, isDefault: true }))).toMatchObject({ kind: 'not_found' });
    await world.call(removeView, ada, { key });
    expect(await list(inWest(sam))).toEqual([]);
  });

  it('shows others no change of an owner who may no longer share it', async () => {
    const manager: Actor = { ...maria, teams: [2] };
    const [ofTeam, ofAll] = [await save(manager, { teamId: 2 }), await save(manager, { shared: true })];
    const former: Actor = { ...manager, role: 'user' };
    const rename = (actor: Actor, key: string) => failure(world.call(changeView, actor, { key, name: 'Other' }));
    expect(await rename(former, ofAll.key)).toMatchObject({ kind: 'forbidden' });
    expect(await rename(former, ofTeam.key)).toMatchObject({ kind: 'forbidden' });
    expect(await rename({ ...manager, teams: [3] }, ofTeam.key)).toMatchObject({ kind: 'forbidden' });
    expect(await world.call(changeView, former, { key: ofAll.key, shared: false, name: 'Mine' })).toMatchObject({
      name: 'Mine',
      shared: false,
    });
    await world.call(removeView, former, { key: ofTeam.key });
  });

  it('is the default of one user at a time, also one of another user', async () => {
    const { key } = await save(maria, { shared: true });
    await save(sam, { name: 'Own', isDefault: true });
    await world.call(changeView, sam, { key, isDefault: true });
    expect((await list(sam)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Own', false],
      ['To recontact', true],
    ]);
    expect(await list(maria)).toMatchObject([{ isDefault: false }]);
    await world.call(changeView, sam, { key, isDefault: false });
    expect((await list(sam)).some(({ isDefault }) => isDefault)).toBe(false);
  });

  it('is one of at most 50, also if several are saved at once', async () => {
    const saved = await Promise.allSettled(Array.from({ length: 55 }, (_, n) => save(sam, { name: `View ${n}` })));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await failure(save(sam))).toMatchObject({
      kind: 'invalid',
      message: 'You have 50 views already. Remove one first.',
    });
  });
});
