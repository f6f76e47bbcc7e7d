import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { InlineEdit } from './inline-edit';

const edit = async (onSave: (value: string) => Promise<unknown>, check?: (value: string) => string | undefined) => {
  const user = userEvent.setup();
  render(
    <>
      <InlineEdit name="email" type="email" value="old@x.example" onSave={onSave} check={check}>
        <span>old@x.example</span>
      </InlineEdit>
      <button type="button">Elsewhere</button>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Edit email' }));
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'new@x.example');
  return user;
};

describe('An inline edit', () => {
  it.each([
    ['Save', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))],
    ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
    ['leaving the field', (user: UserEvent) => user.click(screen.getByText('Elsewhere'))],
  ])('saves once on %s', async (_, act) => {
    const saved: string[] = [];
    await act(await edit(async (value) => saved.push(value)));
    await waitFor(() => expect(screen.queryByLabelText('Email')).not.toBeInTheDocument());
    expect(saved).toEqual(['new@x.example']);
  });

  it.each([
    ['Cancel', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  ])('saves nothing on %s', async (_, act) => {
    const saved: string[] = [];
    await act(await edit(async (value) => saved.push(value)));
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('does not take the focus from the next field when its save ends', async () => {
    const saved: string[] = [];
    let end = (): void => undefined;
    const user = await edit(() => new Promise<void>((resolve) => (end = resolve)));
    render(
      <InlineEdit name="phone" value="" onSave={async (value) => saved.push(value)}>
        <span>No phone</span>
      </InlineEdit>,
    );
    await user.click(screen.getByRole('button', { name: 'Add phone' }));
    await user.keyboard('555');
    end();
    expect(await screen.findByRole('button', { name: 'Edit email' })).toBeVisible();
    await user.keyboard(' 0100{Enter}');
    expect(saved).toEqual(['555 0100']);
  });

  it.each(['{Enter}', '{Escape}'])('returns the focus to its button after %s', async (key) => {
    const user = await edit(async () => undefined);
    await user.keyboard(key);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit email' })).toHaveFocus());
  });

  it('preserves the typed text when the save fails', async () => {
    const user = await edit(() => Promise.reject(new Error('503')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Email')).not.toHaveAttribute('readonly'));
    expect(screen.getByLabelText('Email')).toHaveValue('new@x.example');
  });

  it('shows the error of a value instead of saving it', async () => {
    const saved: string[] = [];
    const user = await edit(
      async (value) => saved.push(value),
      () => 'Must be a valid email',
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Must be a valid email');
    expect(saved).toEqual([]);
  });

  it('opens with the unsaved text of the last visit, and removes it after a save', async () => {
    let stored: string | null = 'half@x.exa';
    const draft = {
      read: () => stored,
      write: (text: string) => void (stored = text),
      clear: () => void (stored = null),
    };
    const saved: string[] = [];
    render(
      <InlineEdit name="email" value="old@x.example" onSave={async (value) => saved.push(value)} draft={draft}>
        <span>old@x.example</span>
      </InlineEdit>,
    );
    expect(screen.getByLabelText('Email')).toHaveValue('half@x.exa');
    expect(screen.getByLabelText('Email')).not.toHaveFocus();
    await userEvent.type(screen.getByLabelText('Email'), 'mple{Enter}');
    expect(await screen.findByRole('button', { name: 'Edit email' })).toBeVisible();
    expect(saved).toEqual(['half@x.example']);
    expect(stored).toBeNull();
  });
});
