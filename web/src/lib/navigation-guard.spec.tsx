import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { ConfirmDialog, FormDialog } from '../ui/dialogs';
import { UnsavedChanges } from '../ui/unsaved-changes';
import { useNavigationBlocker } from './navigation-guard';

function Root() {
  useNavigationBlocker();
  return <Outlet />;
}

function Plan() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [isUnsaved, setUnsaved] = useState(false);
  const close = () => setOpen(open.slice(0, -1));
  return (
    <main>
      <button onClick={() => setOpen(['edit'])}>Edit</button>
      <button onClick={() => setUnsaved(true)}>Change</button>
      <UnsavedChanges isUnsaved={isUnsaved} what="The plan" />
      <FormDialog show={open.includes('edit')} title="Edit" action="Save" onClose={close} onSubmit={close}>
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpen([...open, 'remove'])}>
          Remove
        </button>
        <Link to="/elsewhere">Elsewhere</Link>
      </FormDialog>
      <ConfirmDialog show={open.includes('remove')} title="Remove?" action="Remove" onClose={close} onConfirm={close}>
        For good
      </ConfirmDialog>
    </main>
  );
}

describe('Back in the browser', () => {
  function open() {
    const router = createMemoryRouter(
      [
        {
          element: <Root />,
          children: [
            { path: '/plan', element: <Plan /> },
            { path: '*', element: null },
          ],
        },
      ],
      { initialEntries: ['/before', '/plan'] },
    );
    render(<RouterProvider router={router} />);
    return {
      router,
      user: userEvent.setup({ delay: null }),
      goBack: () => act(() => router.navigate(-1)),
      at: () => router.state.location.pathname,
    };
  }
  const button = (name: string) => screen.getByRole('button', { name });
  const dialog = (name: string) => screen.queryByRole('dialog', { name });
  const hasClosed = (name: string) => waitFor(() => expect(dialog(name)).not.toBeInTheDocument());

  it('closes the dialog on top, then the one below, and then leaves the page', async () => {
    const { user, goBack, at } = open();
    await user.click(button('Edit'));
    await user.click(button('Remove'));
    await goBack();
    await hasClosed('Remove?');
    expect(dialog('Edit')).toBeVisible();
    await goBack();
    await hasClosed('Edit');
    expect(at()).toBe('/plan');
    await goBack();
    expect(at()).toBe('/before');
  });

  it('closes no dialog whose form is changed', async () => {
    const { user, goBack, at } = open();
    await user.click(button('Edit'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'West');
    await goBack();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('West');
    expect(at()).toBe('/plan');
  });

  it('does not stop a link of the dialog', async () => {
    const { user, at } = open();
    await user.click(button('Edit'));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(at()).toBe('/elsewhere');
  });

  it('closes a dialog before it asks whether to leave what is not saved', async () => {
    const { user, goBack, at } = open();
    await user.click(button('Change'));
    await user.click(button('Edit'));
    await goBack();
    await hasClosed('Edit');
    expect(dialog('Leave without saving?')).not.toBeInTheDocument();
    await goBack();
    expect(dialog('Leave without saving?')).toBeVisible();
    await goBack();
    await hasClosed('Leave without saving?');
    expect(at()).toBe('/plan');
    await goBack();
    await user.click(button('Leave'));
    await waitFor(() => expect(at()).toBe('/before'));
  });
});
