import type { BusinessResult } from '@lead-finder/contracts';

export type SortColumn = 'name' | 'address' | 'phone' | 'rating';

export interface SortOrder {
  column: SortColumn;
  direction: 'ascending' | 'descending';
}

export const addressIn = ({ formattedAddress, vicinity }: BusinessResult): string | null =>
  formattedAddress || vicinity || null;

export const phoneIn = ({ phone, internationalPhone }: BusinessResult): string | null =>
  phone || internationalPhone || null;

const values: Record<SortColumn, (business: BusinessResult) => string | number | null> = {
  name: ({ name }) => name,
  address: addressIn,
  phone: phoneIn,
  rating: ({ rating }) => rating,
};

/** The first click on a header sorts ascending, the next one descending. */
export const orderAfterClick = (order: SortOrder | null, column: SortColumn): SortOrder => ({
  column,
  direction: order?.column === column && order.direction === 'ascending' ? 'descending' : 'ascending',
});

/** Results without a value are last in both directions. Without a sort, the provider's order applies. */
export function inOrder(businesses: readonly BusinessResult[], order: SortOrder | null): readonly BusinessResult[] {
  if (!order) return businesses;
  const valueOf = values[order.column];
  const sign = order.direction === 'ascending' ? 1 : -1;
  return businesses.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b), 'en'));
  });
}
