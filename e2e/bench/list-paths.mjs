// The filters of the lead list that the benches measure, and the paths of lists, facets and maps under them.
export const filters = {
  none: '',
  q: 'q=bakery',
  word: 'q=ma',
  userId: 'userId=2',
  status: 'status=in_progress',
  tag: 'tag=Hot%201',
  state: 'state=TX',
  county: 'county=Kent',
  hideClosed: 'hideClosed=true',
  customers: 'existingCustomers=true',
  archived: 'archived=true',
  imported: 'imported=false',
  oldest: 'sort=oldest',
};
const names = Object.keys(filters).slice(1);
const parameterOf = (name) => filters[name].split('=')[0];

export const pairs = names
  .flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]))
  .filter(([one, other]) => parameterOf(one) !== parameterOf(other));

export const list = (...parts) =>
  `/api/admin/all-assignments?${['page=1', 'pageSize=20', ...parts].filter(Boolean).join('&')}`;

export const facets = (name) => `/api/lead-facets?${filters[name]}`;

/** A map of 1280 by 640 pixels around Austin. */
export function map(name, zoom) {
  const [wide, high] = [(1_280 / 256) * (360 / 2 ** zoom), (640 / 256) * (170 / 2 ** zoom)];
  const corner = (middle, size, max) => [Math.max(-max, middle - size / 2), Math.min(max, middle + size / 2)];
  const [[west, east], [south, north]] = [corner(-97.74, wide, 180), corner(30.27, high, 85)];
  const box = [west, south, east, north].map((degrees) => degrees.toFixed(6)).join(',');
  return `/api/leads/map?bbox=${box}&zoom=${zoom}&${filters[name]}`;
}
