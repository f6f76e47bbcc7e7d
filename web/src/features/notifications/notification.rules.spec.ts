import { badgeText, linkOf, notificationTypes, styleOf } from './notification.rules';

it.each([
  ['assigned', 12, '/business/12'],
  ['reassigned', 12, '/business/12'],
  ['follow_up', 12, '/business/12'],
  ['follow_up', null, '/my-day'],
  ['assigned', null, '/crm'],
  ['import', null, '/import'],
  ['job', null, '/crm'],
  ['search', null, '/search'],
  ['reassigned', null, '/crm'],
  ['export', null, '/exports'],
  ['recycling', null, '/recycling'],
  ['comment', null, '/crm'],
  ['security', null, '/audit'],
  ['webhook', null, '/integrations#webhooks'],
  ['overdue', null, '/progress?kind=overdue'],
] as const)('%s of lead %p leads to %s', (type, relatedUserBusinessId, link) => {
  expect(linkOf({ type, relatedUserBusinessId })).toBe(link);
});

it.each([
  ['assigned', 'A new lead', 'person-plus', 'accent'],
  ['reassigned', 'A lead moved to you', 'arrow-left-right', 'accent'],
  ['import', 'Import finished', 'check2-circle', 'good'],
  ['import', 'Import failed', 'exclamation-triangle', 'bad'],
  ['job', 'Bulk action finished', 'list-check', 'good'],
  ['job', 'Export failed', 'exclamation-triangle', 'bad'],
  ['search', 'Area search paused', 'search', 'good'],
  ['follow_up', 'The call failed', 'calendar-event', undefined],
  ['export', 'Export waits for you', 'download', 'accent'],
  ['recycling', 'Leads move tonight', 'hourglass-split', 'accent'],
  ['comment', 'A comment', 'chat-left-text', 'accent'],
  ['security', 'Many wrong passwords', 'shield-lock', 'bad'],
  ['webhook', 'A webhook is off', 'broadcast', 'bad'],
  ['overdue', 'Overdue follow-ups', 'calendar-event', undefined],
] as const)('%s with the title "%s" has the icon %s and the side %p', (type, title, icon, side) => {
  const style = styleOf({ type, title });
  expect([style.icon, style.side]).toEqual([icon, side]);
});

it.each([
  ['assigned', 'New leads', 'A business is assigned to you'],
  ['reassigned', 'Reassigned leads', 'Somebody hands a lead on to you'],
  ['follow_up', 'Follow-ups', 'A follow-up that you planned is due'],
  ['import', 'Imports', 'An import of yours ended'],
  ['job', 'Bulk actions and exports', 'A bulk action or an export of yours ended'],
  ['search', 'Area searches', 'A search of a whole area ended'],
  ['export', 'Exports that wait', 'An export waits for you, or yours was decided'],
  ['recycling', 'Untouched leads', 'Leads of yours or of your teams go back to the pool'],
] as const)('the switch of %s is called "%s": %s', (type, label, hint) => {
  expect(notificationTypes[type]).toMatchObject({ label, hint });
});

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%d unread are shown as %s', (unread, text) => {
  expect(badgeText(unread)).toBe(text);
});
