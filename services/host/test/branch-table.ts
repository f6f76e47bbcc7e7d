import { leftOut, routeTable, type RouteRow, type Status } from './route-table.js';

/** The managers of the team of a lead's owner, of the team above, of a team beside it, and of none. */
export const managers = ['of the branch', 'of a parent', 'of a sibling', 'without a team'] as const;
export interface BranchRow extends RouteRow {
  byManager: readonly [Status, Status, Status, Status];
}

/** What a manager may do with a lead of the branch; nothing else (docs/product/teams.md#what-a-manager-sees). */
const allowedInBranch: [route: RegExp, status: number, body?: object][] = [
  [/^GET /, 200],
  [/^POST \/api\/reassign-business/, 200],
  [/^POST \/api\/bulk\/reassign/, 200],
  [/return-to-pool$/, 200],
  [/^POST \/api\/contact-activity/, 201, { type: 'note', notes: 'Ask for the chef' }],
  [/^POST \/api\/contact-activity/, 201, { type: 'call', notes: 'Call again', scheduledOn: '2030-05-06' }],
];

const isAboutLead = ({ expected }: RouteRow) =>
  [403, leftOut].includes(expected["another user's"]?.[1] as never) && expected.own?.[1] !== 403;

/** What a manager may read about a person of the branch alone, named by `userId`; a list omits the others. */
const aboutPerson: [route: string, query: string, byManager: BranchRow['byManager']][] = [
  ['GET /api/progress/leads', 'kind=new&userId={userId}', [200, 200, 403, 403]],
  ['GET /api/admin/all-assignments', 'userId={userId}', [200, 200, 200, 200]],
  ['GET /api/lead-facets', 'userId={userId}', [200, 200, 200, 200]],
];

/** Every other route. It names no lead; of another user only the leave is for managers, those of the branch. */
export const besidesLeads: BranchRow[] = [
  ...routeTable
    .filter((row) => !isAboutLead(row) && row.special !== 'ends the session')
    .map((row) => {
      const status = (row.expected["another user's"] ?? row.expected.any)![2];
      const inBranch = row.route.includes('/leaves/') ? row.expected.own![2] : status;
      return { ...row, byManager: [inBranch, inBranch, status, status] as const };
    }),
  ...aboutPerson.map(([route, query, byManager]) => ({ route, query, expected: {}, byManager })),
];

/** Every route of a lead, tried on the lead of a person of a team. */
export const branchTable: BranchRow[] = routeTable.filter(isAboutLead).flatMap((row) => {
  const refused = row.expected["another user's"]![1];
  const allowed = allowedInBranch.filter(([route]) => route.test(row.route));
  const asBefore = { ...row, byManager: [refused, refused, refused, refused] as const };
  return [
    ...(allowed.some(([, , body]) => !body) ? [] : [asBefore]),
    ...allowed.map(([, status, body = row.body]) => ({
      ...row,
      ...(body && { body }),
      byManager: [status, status, refused, refused] as const,
    })),
  ];
});
