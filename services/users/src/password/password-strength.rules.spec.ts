import { guessable, isGuessable, type PasswordOwner } from './password-strength.rules.js';

const owner: PasswordOwner = {
  username: 'jthorne',
  fullName: 'Jasper Quillfeather',
  email: 'jasper@brightwater.example',
};
const ofDemoTeam = (email: string): PasswordOwner => ({ username: 'x', fullName: 'X', email });

describe('A password', () => {
  it.each(['Password1', 'P@ssw0rd', 'Qwerty123', 'Abc12345', 'Summer2026', 'Monkey2020', 'V0113yb411'])(
    'is too easy to guess: %s',
    async (password) => expect(await isGuessable(password, owner)).toBe(true),
  );

  it.each(['kT7vQz2mRw', 'Violin-Gravel-Quartz-88'])('is hard to guess: %s', async (password) =>
    expect(await isGuessable(password, owner)).toBe(false),
  );

  it.each([
    ['the username', 'jthorne'],
    ['the whole name without the space', 'JasperQuillfeather'],
    ['the whole name', 'Jasper Quillfeather'],
    ['a part of the name', 'Quillfeather7'],
    ['a word of the e-mail address', 'Brightwater77'],
    ['the e-mail address', 'jasper@brightwater.example'],
    ['the name of the product', 'LeadFinder7'],
    ['a spelling of the product with digits', 'L3adFind3r7'],
  ])('is too easy to guess if it is %s', async (_, password) => {
    expect(await isGuessable(password, owner)).toBe(true);
  });

  it('of another user says nothing about this one', async () => {
    const other = { username: 'mona', fullName: 'Mona Ilves', email: 'mona@ilves.example' };
    expect(await isGuessable('Quillfeather7', other)).toBe(false);
  });

  it('that repeats itself stays weak at any length, and does not take long', async () => {
    expect(await isGuessable('Ab1'.repeat(33), owner)).toBe(true);
    expect(await isGuessable('P@ssw0rd'.repeat(12), owner)).toBe(true);
  });
});

it('a guessable password is rejected with advice', () => {
  expect(guessable).toBe('This password is too easy to guess: use several unrelated words, without names or years');
});

describe('Demo1234', () => {
  it('may be the password of the demo team alone', async () => {
    expect(await isGuessable('Demo1234', ofDemoTeam('admin@leadfinder.example'))).toBe(false);
    expect(await isGuessable('Demo1234', ofDemoTeam('ADMIN@LeadFinder.example'))).toBe(false);
    expect(await isGuessable('Demo1234', ofDemoTeam('someone@leadfinder.example'))).toBe(true);
    expect(await isGuessable('Demo1234', owner)).toBe(true);
  });

  it('is the only weak password that the demo team may have', async () => {
    expect(await isGuessable('Demo1235', ofDemoTeam('admin@leadfinder.example'))).toBe(true);
  });
});
