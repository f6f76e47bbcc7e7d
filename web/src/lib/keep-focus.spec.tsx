import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { keepFocus } from './keep-focus';

function Leads() {
  const [leads, setLeads] = useState(['Ada', 'Bo', 'Cy']);
  const [isSaving, setSaving] = useState(false);
  useEffect(keepFocus, []);
  const remove = (lead: string) => setLeads(leads.filter((each) => each !== lead));
  return (
    <main tabIndex={-1}>
      {leads.map((lead) => (
        <p key={lead}>
          {lead}
          <button onClick={() => remove(lead)}>Remove {lead}</button>
        </p>
      ))}
      <section tabIndex={-1} aria-label="Notes">
        {leads.includes('Ada') && <button onClick={() => remove('Ada')}>Forget Ada</button>}
      </section>
      <div role="dialog" tabIndex={-1}>
        <textarea aria-label="Note" disabled={isSaving} onKeyDown={(event) => event.currentTarget.blur()} />
        <button disabled={isSaving} onClick={() => setSaving(true)}>
          Save
        </button>
        <div onMouseEnter={() => setSaving(false)}>Saved</div>
      </div>
    </main>
  );
}

describe('The focus of the keyboard', () => {
  const open = () => {
    render(<Leads />);
    return userEvent.setup();
  };
  const button = (name: string) => screen.getByRole('button', { name });

  it('goes to what stands in the place of a removed element', async () => {
    const user = open();
    button('Remove Bo').focus();
    await user.keyboard('{Enter}');
    expect(button('Remove Cy')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Notes' })).toHaveFocus();
  });

  it('goes to the container that takes the focus for its content', async () => {
    const user = open();
    button('Forget Ada').focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Notes' })).toHaveFocus();
  });

  it('comes back to a button that was disabled meanwhile', async () => {
    const user = open();
    button('Save').focus();
    await user.keyboard('{Enter}');
    expect(button('Save')).toBeDisabled();
    button('Save').blur();
    await user.hover(screen.getByText('Saved'));
    expect(button('Save')).toHaveFocus();
  });

  it('comes back to a disabled button from the dialog whose trap took it late', async () => {
    const user = open();
    button('Save').focus();
    await user.keyboard('{Enter}');
    button('Save').blur();
    screen.getByRole('dialog').focus();
    await user.hover(screen.getByText('Saved'));
    expect(button('Save')).toHaveFocus();
  });

  it('stays away from a field that the page left', async () => {
    const user = open();
    screen.getByLabelText('Note').focus();
    await user.keyboard('{Escape}');
    fireEvent.click(button('Save'));
    await user.hover(screen.getByText('Saved'));
    expect(document.body).toHaveFocus();
  });

  it('stays where it was for a user with a mouse', async () => {
    const user = open();
    await user.click(button('Remove Bo'));
    expect(document.body).toHaveFocus();
  });
});
