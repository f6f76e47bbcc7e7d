import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { UserSelect } from './user-select';

const team = (size: number) =>
  Array.from({ length: size }, (_, index) => index + 1).map((id) => ({
    id,
    username: `user${id}`,
    fullName: `Person ${id}`,
  }));

const Form = ({ size }: { size: number }) => {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <UserSelect label="User" people={team(size)} value={value} onChange={setValue} placeholder="Select a user" />
      <output>{value ?? 'no user'}</output>
    </>
  );
};

describe('Choosing a user', () => {
  it('lists up to 200 users', async () => {
    render(<Form size={200} />);
    expect(screen.getAllByRole('option')).toHaveLength(201);
    await userEvent.selectOptions(screen.getByLabelText('User'), 'Person 7');
    expect(screen.getByText('7')).toBeVisible();
  });

  it('shows the username of those who have one name', () => {
    const [one, two, three] = team(3);
    const people = [one!, two!, { ...three!, fullName: 'Person 1' }];
    render(<UserSelect label="User" people={people} value={null} onChange={() => {}} placeholder="Select a user" />);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Select a user',
      'Person 1 (user1)',
      'Person 2',
      'Person 1 (user3)',
    ]);
  });

  it('becomes a search by name above that, usable with the keyboard alone', async () => {
    render(<Form size={201} />);
    const field = screen.getByRole('combobox', { name: 'User' });
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    await userEvent.type(field, 'person 20');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Person 20user20',
      'Person 200user200',
      'Person 201user201',
    ]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(field).toHaveValue('Person 200');
    expect(screen.getByText('200')).toBeVisible();
    await userEvent.type(field, '{Backspace}');
    expect(screen.getByText('no user')).toBeVisible();
  });
});
