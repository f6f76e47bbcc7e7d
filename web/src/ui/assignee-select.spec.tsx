import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AssigneeSelect } from './assignee-select';

const alex = { id: 2, username: 'alex', fullName: 'Alex Agent' };
const sam = { id: 1, username: 'sam', fullName: 'Sam Seller', leave: { until: '2026-12-04', standIn: alex } };
const zoe = { id: 3, username: 'zoe', fullName: 'Zoe Zest', leave: { until: '2027-01-02', standIn: null } };

const Form = ({ people = [alex, sam, zoe] }: { people?: (typeof alex)[] }) => {
  const [value, setValue] = useState<number | null>(null);
  return <AssigneeSelect label="User" people={people} value={value} onChange={setValue} placeholder="Select a user" />;
};
const choose = (name: string) => userEvent.selectOptions(screen.getByLabelText('User'), name);

describe('Choosing who gets leads', () => {
  it('warns of a person on leave and takes the stand-in with one click', async () => {
    render(<Form />);
    await choose('Sam Seller');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Sam Seller is on leave until December 4. Alex Agent stands in.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Choose Alex Agent' }));
    expect(screen.getByLabelText('User')).toHaveDisplayValue('Alex Agent');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offers no stand-in who cannot be chosen', async () => {
    render(<Form people={[sam, zoe]} />);
    await choose('Sam Seller');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await choose('Zoe Zest');
    expect(screen.getByRole('alert')).toHaveTextContent('Zoe Zest is on leave until January 2.');
  });
});
