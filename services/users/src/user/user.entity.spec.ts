import { User } from './user.entity.js';

const createdAt = new Date('2026-11-02T08:00:00Z');
const updatedAt = new Date('2026-11-18T09:30:00Z');
const ann = (change: Partial<User> = {}): User =>
  Object.assign(new User(), {
    id: 7,
    username: 'ann',
    email: 'ann@north.example',
    passwordHash: '$argon2id$secret',
    fullName: 'Ann Archer',
    role: 'user',
    monthlyGoal: 40,
    active: true,
    failedLoginAttempts: 0,
    lockedUntil: null,
    teamId: null,
    ownTimeZone: null,
    timeZone: null,
    version: 3,
    createdAt,
    updatedAt,
    ...change,
  });
const asGiven = {
  username: 'ann',
  email: 'ann@north.example',
  fullName: 'Ann Archer',
  role: 'user',
  monthlyGoal: 40,
} as const;

describe('An edit of an account', () => {
  it('changes the fields and returns what changed, with the values before and after', () => {
    const user = ann();
    expect(user.edit({ ...asGiven, fullName: 'Ann Baker', monthlyGoal: 60 })).toEqual({
      changed: { fullName: ['Ann Archer', 'Ann Baker'], monthlyGoal: [40, 60] },
    });
    expect(user).toMatchObject({ username: 'ann', fullName: 'Ann Baker', monthlyGoal: 60 });
  });

  it('raises the version, which the copies of the account compare', () => {
    const user = ann();
    expect(user.edit(asGiven)).toEqual({ changed: {} });
    expect(user.version).toBe(4);
  });
});

describe('An account', () => {
  it('is switched off and on, with a new version each time', () => {
    const user = ann();
    user.setActive(false);
    expect(user).toMatchObject({ active: false, version: 4 });
    user.setActive(true);
    expect(user).toMatchObject({ active: true, version: 5 });
  });

  it('has no failed sign-ins and no lock after it is unlocked', () => {
    const user = ann({ failedLoginAttempts: 5, lockedUntil: updatedAt });
    user.unlock();
    expect(user).toMatchObject({ failedLoginAttempts: 0, lockedUntil: null });
  });

  it('refuses what its own user must not do to it', () => {
    expect(() => ann().refuseBy(7, 'delete')).toThrow(
      expect.objectContaining({
        kind: 'conflict',
        code: 'not_yourself',
        message: 'You cannot delete your own account',
      }),
    );
  });

  it('allows the same to another administrator', () => expect(() => ann().refuseBy(8, 'delete')).not.toThrow());
});

describe('What others see of an account', () => {
  const known = { id: 7, username: 'ann', fullName: 'Ann Archer', email: 'ann@north.example', role: 'user' };

  it('is everything but the password for an administrator', () => {
    expect(ann({ failedLoginAttempts: 2, lockedUntil: new Date('2026-11-18T10:00:00Z') }).toRecord()).toEqual({
      ...known,
      monthlyGoal: 40,
      teamId: null,
      timeZone: null,
      active: true,
      failedLoginAttempts: 2,
      lockedUntil: '2026-11-18T10:00:00.000Z',
      invitedAt: null,
      secondFactorSince: null,
      createdAt: '2026-11-02T08:00:00.000Z',
      updatedAt: '2026-11-18T09:30:00.000Z',
    });
  });

  it('has no lock if it is not locked', () => expect(ann().toRecord().lockedUntil).toBeNull());

  it('is the identity for its own session, with its time zone if it has one', () => {
    expect(ann().toSessionUser()).toEqual(known);
    expect(ann({ timeZone: 'Europe/Paris' }).toSessionUser()).toEqual({ ...known, timeZone: 'Europe/Paris' });
  });

  it('is the identity, goal and version for the other services', () => {
    expect(ann().toKnownUser()).toEqual({ ...known, monthlyGoal: 40, active: true, version: 3, timeZone: null });
  });
});
