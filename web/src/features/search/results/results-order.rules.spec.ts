import { argenta, brandt, capitol } from '../../../../test/found-businesses';
import { inOrder, orderAfterClick, type SortOrder } from './results-order.rules';

describe('The order of results', () => {
  it.each<[SortOrder | null, string[]]>([
    [null, ['Capitol Smiles', 'Argenta Dental Arts', 'Dr. Brandt Dental']],
    [{ column: 'name', direction: 'ascending' }, ['Argenta Dental Arts', 'Capitol Smiles', 'Dr. Brandt Dental']],
    [{ column: 'name', direction: 'descending' }, ['Dr. Brandt Dental', 'Capitol Smiles', 'Argenta Dental Arts']],
    [{ column: 'address', direction: 'descending' }, ['Dr. Brandt Dental', 'Argenta Dental Arts', 'Capitol Smiles']],
    [{ column: 'phone', direction: 'ascending' }, ['Capitol Smiles', 'Dr. Brandt Dental', 'Argenta Dental Arts']],
    [{ column: 'phone', direction: 'descending' }, ['Dr. Brandt Dental', 'Capitol Smiles', 'Argenta Dental Arts']],
    [{ column: 'rating', direction: 'ascending' }, ['Capitol Smiles', 'Dr. Brandt Dental', 'Argenta Dental Arts']],
    [{ column: 'rating', direction: 'descending' }, ['Dr. Brandt Dental', 'Capitol Smiles', 'Argenta Dental Arts']],
  ])('by %j puts missing values last', (order, names) => {
    expect(inOrder([capitol, argenta, brandt], order).map(({ name }) => name)).toEqual(names);
  });

  it('by rating compares numbers, not letters', () => {
    const rated = [10, 9.5, null, 2, null, 9].map((rating) => ({ ...capitol, rating }));
    const ratings = (direction: SortOrder['direction']) =>
      inOrder(rated, { column: 'rating', direction }).map(({ rating }) => rating);
    expect(ratings('ascending')).toEqual([2, 9, 9.5, 10, null, null]);
    expect(ratings('descending')).toEqual([10, 9.5, 9, 2, null, null]);
  });

  it.each(['ascending', 'descending'] as const)('%s leaves equal and missing values as they are', (direction) => {
    const rated = [9, null, 9, null].map((rating, index) => ({ ...capitol, rating, name: String(index) }));
    expect(inOrder(rated, { column: 'rating', direction }).map(({ name }) => name)).toEqual(['0', '2', '1', '3']);
  });

  it('reverses with each click on the same header', () => {
    const first = orderAfterClick(null, 'rating');
    const second = orderAfterClick(first, 'rating');
    expect([first.direction, second.direction]).toEqual(['ascending', 'descending']);
    expect(orderAfterClick(second, 'rating').direction).toBe('ascending');
    expect(orderAfterClick(first, 'name')).toEqual({ column: 'name', direction: 'ascending' });
  });
});
