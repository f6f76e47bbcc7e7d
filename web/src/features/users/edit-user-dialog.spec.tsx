import { screen, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const account = (id: number, username: string, email: string) => ({
  id,
  username,
  email,
  fullName: 'Some Body',
  role: 'admin',
  monthlyGoal: 100,
  active: true,
  failedLoginAttempts: 0,
  lockedUntil: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
});
const { admin } = people;
const own = account(admin.id, admin.username, admin.email);
const other = account(9, 'other', 'other@northfield.example');

const edit = async (api: FakeApi, username: string, email: string) => {
  api.signedIn(admin).on('GET /api/users', Response.json([own, other], { headers: { 'X-Total-Count': '2' } }));
  const { user } = renderApp('/users');
  await user.click(await screen.findByRole('button', { name: `Edit User: ${username}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  const password = () => dialog.queryByLabelText('Your current password');
  expect(password()).not.toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Email'));
  await user.type(dialog.getByLabelText('Email'), email);
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }));
  return { user, dialog, password, save };
};

describe('Editing an account', () => {
  it('requires the password as soon as the own e-mail address changes', async () => {
    const api = new FakeApi().on(`PUT /api/users/${own.id}`, own);
    const { user, dialog, password, save } = await edit(api, own.username, 'new@northfield.example');
    await save();
    expect(await dialog.findByText('Please enter your password to change the e-mail address')).toBeVisible();
    expect(password()).toHaveFocus();
    expect(api.sent(`PUT /api/users/${own.id}`)).toHaveLength(0);
    await user.type(password()!, 'Correct-Horse-9');
    await save();
    expect(await screen.findByText('User Updated')).toBeVisible();
    const body = { email: 'new@northfield.example', currentPassword: 'Correct-Horse-9' };
    expect(api.sent(`PUT /api/users/${own.id}`)[0]?.body).toMatchObject(body);
  });

  it('sends no password once the address is the former one again', async () => {
    const api = new FakeApi().on(`PUT /api/users/${own.id}`, own);
    const { user, dialog, password, save } = await edit(api, own.username, 'new@northfield.example');
    await user.type(password()!, 'Correct-Horse-9');
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), `${own.email} `);
    expect(password()).not.toBeInTheDocument();
    await save();
    expect(await screen.findByText('User Updated')).toBeVisible();
    expect(api.sent(`PUT /api/users/${own.id}`)[0]?.body).not.toHaveProperty('currentPassword');
  });

  it('shows beside the field that the password is wrong, and stays open', async () => {
    const issues = [{ path: 'currentPassword', message: 'Your current password is not right' }];
    const api = new FakeApi().on(
      `PUT /api/users/${own.id}`,
      refusal(400, 'validation_failed', 'Please check the form.', { issues }),
    );
    const { user, dialog, password, save } = await edit(api, own.username, 'new@northfield.example');
    await user.type(password()!, 'wrong-one');
    await save();
    expect(await dialog.findByText('Your current password is not right')).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveValue('new@northfield.example');
  });

  it('asks for no password for the address of another user', async () => {
    const api = new FakeApi().on('PUT /api/users/9', other);
    const { password, save } = await edit(api, other.username, 'new@northfield.example');
    expect(password()).not.toBeInTheDocument();
    await save();
    expect(await screen.findByText('User Updated')).toBeVisible();
    expect(api.sent('PUT /api/users/9')[0]?.body).not.toHaveProperty('currentPassword');
  });
});
