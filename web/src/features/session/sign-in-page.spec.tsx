import { screen, waitFor } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

describe('The sign-in page', () => {
  it('says that the software is private and where accounts come from', async () => {
    new FakeApi();
    renderApp('/auth');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByText(/This software is private.*manager/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
  });

  it('asks for a name and for a password of at least 6 characters before it sends anything', async () => {
    const api = new FakeApi();
    const { user } = renderApp('/auth');
    await user.type(await screen.findByLabelText('Password'), '12345');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please enter your username or email address')).toBeVisible();
    expect(screen.getByText('Password must be at least 6 characters')).toBeVisible();
    expect(api.sent('POST /api/login')).toHaveLength(0);
  });

  it('shows and hides the password', async () => {
    new FakeApi();
    const { user } = renderApp('/auth');
    const field = await screen.findByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });

  it('accepts a pasted password, and names its fields for password managers', async () => {
    new FakeApi();
    const { user } = renderApp('/auth');
    const field = await screen.findByLabelText('Password');
    await user.click(field);
    await user.paste('From a password manager 1');
    expect(field).toHaveValue('From a password manager 1');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.getByLabelText('Username or email')).toHaveAttribute('autocomplete', 'username');
  });

  it('greets by full name and goes home', async () => {
    const api = new FakeApi().on('POST /api/login', people.user);
    const { user, router } = renderApp('/auth');
    await user.type(await screen.findByLabelText('Username or email'), ' sam ');
    await user.type(screen.getByLabelText('Password'), 'Demo1234{Enter}');
    expect(await screen.findByText('Welcome back, Sam Okafor')).toBeVisible();
    expect(screen.getByText('Login successful')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.sent('POST /api/login')[0]?.body).toEqual({ username: 'sam', password: 'Demo1234' });
  });

  it('returns to the page that was asked for', async () => {
    new FakeApi().on('POST /api/login', people.manager);
    const { user, router } = renderApp('/progress');
    await user.type(await screen.findByLabelText('Username or email'), 'maria');
    await user.type(screen.getByLabelText('Password'), 'Demo1234{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/progress'));
  });

  it.each([
    [401, 'invalid_credentials', 'Invalid username or password'],
    [403, 'account_deactivated', 'This account is deactivated. Ask your manager.'],
    [423, 'account_locked', 'This account is locked. Try again later.'],
  ] as const)("shows the server's message for an error %i", async (status, code, message) => {
    new FakeApi().on('POST /api/login', refusal(status, code, message));
    const { user, router } = renderApp('/auth');
    await user.type(await screen.findByLabelText('Username or email'), 'sam');
    await user.type(screen.getByLabelText('Password'), 'Wrong123{Enter}');
    expect(await screen.findByText('Login failed')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('Wrong123');
    expect(router.state.location.pathname).toBe('/auth');
  });

  it('asks for a code if the account has a second factor, and for the password again when its time is over', async () => {
    const message = 'Enter the code of your authenticator app, or a recovery code';
    const refusals = [
      refusal(401, 'invalid_code', 'That code is not right, or it was used already'),
      refusal(401, 'second_step_expired', 'The time for the second step is over. Please sign in again.'),
    ];
    const api = new FakeApi()
      .on('POST /api/login', refusal(401, 'second_step_required', message))
      .on('POST /api/login/second-step', () => refusals.shift() ?? people.user);
    const { user, router } = renderApp('/auth');
    const typePassword = async () => {
      await user.type(await screen.findByLabelText('Username or email'), 'sam');
      await user.type(screen.getByLabelText('Password'), 'Demo1234{Enter}');
    };
    await typePassword();
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText('That code is not right, or it was used already')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '111111{Enter}');
    await typePassword();
    await user.click(await screen.findByLabelText('Remember this browser for 30 days'));
    await user.type(screen.getByLabelText('Code'), ' 123456 {Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.sent('POST /api/login/second-step').at(-1)?.body).toEqual({ code: '123456', remember: true });
  });

  it('signs in by a passkey, with a button that only browsers with passkeys show', async () => {
    const options = { challenge: 'YQ', rpId: 'localhost', timeout: 600_000, userVerification: 'required' };
    const api = new FakeApi().on('POST /api/login/passkey/options', options).on('POST /api/login/passkey', people.user);
    const { unmount } = renderApp('/auth');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
    unmount();

    const bytes = new Uint8Array([1]).buffer;
    const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes };
    const get = jest.fn(async () => ({
      id: 'AQ',
      rawId: bytes,
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    }));
    const define = (target: object, name: string, value: unknown) =>
      Object.defineProperty(target, name, { value, configurable: true });
    define(window, 'isSecureContext', true);
    define(window, 'PublicKeyCredential', class {});
    define(navigator, 'credentials', { get });
    const { user, router } = renderApp('/auth');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(get).toHaveBeenCalledWith(
      expect.objectContaining({
        publicKey: expect.objectContaining({ rpId: 'localhost', userVerification: 'required' }),
      }),
    );
    expect(api.sent('POST /api/login/passkey')[0]?.body).toMatchObject({
      credential: { id: 'AQ', type: 'public-key' },
    });
    for (const [target, name] of [
      [window, 'isSecureContext'],
      [window, 'PublicKeyCredential'],
      [navigator, 'credentials'],
    ] as const)
      Reflect.deleteProperty(target, name);
  });

  it('creates the first administrator if no account exists', async () => {
    const api = new FakeApi()
      .on('GET /api/setup', { registrationOpen: true, setupTokenRequired: false })
      .on('POST /api/register', people.admin);
    const { user } = renderApp('/auth');
    expect(await screen.findByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
    await user.type(screen.getByLabelText('Full Name'), 'Dana Whitfield');
    await user.type(screen.getByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Email'), 'dana@northfield.example');
    await user.type(screen.getByLabelText('Password'), 'Purple-Lantern-7');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Welcome, Dana Whitfield')).toBeVisible();
    expect(api.sent('POST /api/register')[0]?.body).toEqual({
      fullName: 'Dana Whitfield',
      username: 'admin',
      email: 'dana@northfield.example',
      password: 'Purple-Lantern-7',
    });
  });

  it("shows the server's error beside the field that it names", async () => {
    const issues = [{ path: 'password', message: 'This password is too easy to guess' }];
    new FakeApi()
      .on('GET /api/setup', { registrationOpen: true, setupTokenRequired: false })
      .on('POST /api/register', refusal(400, 'validation_failed', 'Please check the form.', { issues }));
    const { user } = renderApp('/auth');
    await user.type(await screen.findByLabelText('Full Name'), 'Dana Whitfield');
    await user.type(screen.getByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Email'), 'dana@northfield.example');
    await user.type(screen.getByLabelText('Password'), 'Summer2026{Enter}');
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/too easy to guess/);
  });

  it('asks the first administrator for the set-up token if others can reach the product', async () => {
    const message = 'This is not the set-up token.';
    const api = new FakeApi()
      .on('GET /api/setup', { registrationOpen: true, setupTokenRequired: true })
      .on(
        'POST /api/register',
        refusal(400, 'validation_failed', message, { issues: [{ path: 'setupToken', message }] }),
      );
    const { user } = renderApp('/auth');
    const token = await screen.findByLabelText('Set-up token');
    expect(token).toHaveFocus();
    expect(token).toHaveAccessibleDescription(/SETUP_TOKEN.*log of the users service/);
    await user.keyboard('guessed{Tab}Dana Whitfield{Tab}admin{Tab}dana@northfield.example{Tab}Secret99{Enter}');
    await waitFor(() => expect(token).toHaveAccessibleDescription(/This is not the set-up token/));
    expect(token).toBeInvalid();
    expect(api.sent('POST /api/register')[0]?.body).toMatchObject({
      setupToken: 'guessed',
      fullName: 'Dana Whitfield',
    });

    api.on('POST /api/register', people.admin);
    await user.clear(token);
    await user.type(token, 'k3v9q-right{Enter}');
    expect(await screen.findByText('Welcome, Dana Whitfield')).toBeVisible();
    expect(api.sent('POST /api/register')[1]?.body).toMatchObject({ setupToken: 'k3v9q-right' });
  });
});
