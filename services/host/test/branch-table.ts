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
  [/^POST \/api\/contact-activity/, 201, { type: 'note', notes: 'Ask for the chef' }],
  [/^POST \/api\/contact-activity/, 201, { type: 'call', notes: 'Call again', scheduledOn: '2030-05-06' }],
];

const isAboutLead = ({ expected }: RouteRow) =>
  [403, leftOut].includes(expected["another user's"]?.[1] as never) && expected.own?.[1] !== 403;

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
