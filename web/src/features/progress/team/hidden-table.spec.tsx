import { render, screen } from '@testing-library/react';
import { HiddenTable } from './hidden-table';

it('writes the thousands of a figure with a separator', () => {
  render(<HiddenTable caption="Contacts" head={['Day', 'Pace']} rows={[['Nov 28', 2375]]} />);
  expect(screen.getByRole('cell')).toHaveTextContent('2,375');
});
