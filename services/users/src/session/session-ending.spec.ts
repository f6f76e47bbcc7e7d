import { randomUUID } from 'node:crypto';
import {
  createUser,
  endAllSessionsOfUser,
  endOwnSession,
  endSessionOfUser,
  listAudit,
  listOwnSessions,
  listSessionsOfUser,
  sessionsEnded,
  signIn,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';
import { hashToken } from './session.repository.js';

describe('ending a session', () => {
  let world: UsersWorld;
  let people = 0;

  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  /** A new user who is signed in twice. */
  const signedInTwice = async () => {
    const username = `user${++people}`;
    const { id } = await world.call(createUser, world.ada, {
      username,
      email: `${username}@example.com`,
      fullName: 'Some Body',
      password,
    });
    const enter = async () => {
      const { token } = await world.call(signIn, null, { username, password, origin });
      const actor = await world.whoHas(token);
      return { token, actor, sessionId: actor.sessionId! };
    };
    return { id, username, one: await enter(), other: await enter() };
  };
  const isOver = (token: string) => expect(world.whoHas(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
  const noSuch = (what: string) => ({ kind: 'not_found', message: expect.stringContaining(what) });
  const newest = async () => (await world.call(listAudit, world.ada, { pageSize: 1 })).entries[0];

  it('ends one of the own: gateways are notified, the others continue, and the trail names it', async () => {
    const { id, username, one, other } = await signedInTwice();
    await world.call(endOwnSession, one.actor, { sessionId: other.sessionId.toUpperCase() });
    await isOver(other.token);
    await eventually(() =>
      expect(world.revoked).toContainEqual(expect.objectContaining({ userId: id, tokenHash: hashToken(other.token) })),
    );
    expect(await world.call(listOwnSessions, one.actor, {})).toMatchObject([{ id: one.sessionId, current: true }]);
    expect(await newest()).toMatchObject({
      action: 'session_ended',
      actor: username,
      subject: username,
      details: { id, sessionId: other.sessionId },
    });
    expect(await world.emitted(sessionsEnded, 1)).toContainEqual({
      userId: id,
      sessionId: other.sessionId,
      keptSessionId: null,
    });
  });

  it('ends the current one, which signs out', async () => {
    const { one, other } = await signedInTwice();
    await world.call(endOwnSession, one.actor, { sessionId: one.sessionId });
    await isOver(one.token);
    expect(await world.whoHas(other.token)).toBeDefined();
  });

  it("rejects another user's session and an ended one with 404, and writes nothing", async () => {
    const [mine, theirs] = [await signedInTwice(), await signedInTwice()];
    const before = await newest();
    for (const sessionId of [theirs.one.sessionId, randomUUID()]) {
      await expect(world.call(endOwnSession, mine.one.actor, { sessionId })).rejects.toMatchObject(noSuch('Session'));
    }
    await expect(world.call(endOwnSession, mine.one.actor, { sessionId: mine.one.token })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await world.whoHas(theirs.one.token)).toBeDefined();
    expect(await newest()).toEqual(before);
  });

  it("lets an administrator list and end a user's session, with an entry in the trail", async () => {
    const { id, username, one, other } = await signedInTwice();
    const sessions = await world.call(listSessionsOfUser, world.ada, { id });
    expect(sessions.map((each) => each.id).sort()).toEqual([one.sessionId, other.sessionId].sort());
    expect(sessions.map(({ current }) => current)).toEqual([false, false]);
    for (const secret of [one.token, hashToken(one.token)]) expect(JSON.stringify(sessions)).not.toContain(secret);
    await world.call(endSessionOfUser, world.ada, { id, sessionId: one.sessionId });
    await isOver(one.token);
    expect(await world.whoHas(other.token)).toBeDefined();
    expect(await newest()).toMatchObject({
      action: 'session_ended',
      actor: 'ada',
      subject: username,
      details: { id, sessionId: one.sessionId },
    });
  });

  it('lets an administrator end all sessions of a user', async () => {
    const { id, username, one, other } = await signedInTwice();
    expect(await world.call(endAllSessionsOfUser, world.ada, { id })).toEqual({
      ended: 2,
      message: '2 sessions signed out',
    });
    await Promise.all([isOver(one.token), isOver(other.token)]);
    expect(await newest()).toMatchObject({
      action: 'user_sessions_ended',
      actor: 'ada',
      subject: username,
      details: { id, ended: 2 },
    });
    expect(await world.call(listSessionsOfUser, world.ada, { id })).toEqual([]);
  });

  it('rejects an administrator who names the wrong user, and everybody else', async () => {
    const [{ id, one }, theirs] = [await signedInTwice(), await signedInTwice()];
    const end = (userId: number, sessionId = one.sessionId, actor = world.ada) =>
      world.call(endSessionOfUser, actor, { id: userId, sessionId });
    await expect(end(theirs.id)).rejects.toMatchObject(noSuch('Session'));
    await expect(end(99_999)).rejects.toMatchObject(noSuch('User'));
    await expect(world.call(listSessionsOfUser, world.ada, { id: 99_999 })).rejects.toMatchObject(noSuch('User'));
    await expect(world.call(endAllSessionsOfUser, world.ada, { id: 99_999 })).rejects.toMatchObject(noSuch('User'));
    for (const role of ['user', 'manager'] as const) {
      const actor = { ...theirs.one.actor, role };
      await expect(end(id, one.sessionId, actor)).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(world.call(listSessionsOfUser, actor, { id })).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(world.call(endAllSessionsOfUser, actor, { id })).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(await world.whoHas(one.token)).toBeDefined();
  });

  it('shows an administrator which of his own sessions is the current one', async () => {
    const sessions = await world.call(listSessionsOfUser, world.ada, { id: world.ada.id });
    expect(sessions).toMatchObject([{ id: world.ada.sessionId, current: true }]);
  });
});
