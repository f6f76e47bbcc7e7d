import { paths } from './paths';

export interface MenuPage {
  to: string;
  label: string;
  icon: string;
  /** Pressed after G, outside of text fields. */
  key?: string;
}

/** The pages of administrators that the menus of the account and the palette list. */
export const adminPages: readonly MenuPage[] = [
  { to: paths.organisation, label: 'Organisation', icon: 'building' },
  { to: paths.teams(), label: 'Teams', icon: 'diagram-3', key: 'e' },
  { to: paths.territories(), label: 'Territories', icon: 'map' },
  { to: paths.signIn, label: 'Sign-in', icon: 'box-arrow-in-right' },
  { to: paths.distribution(), label: 'Distribution', icon: 'signpost-split' },
  { to: paths.recycling, label: 'Untouched Leads', icon: 'hourglass-split' },
  { to: paths.customFields, label: 'Custom Fields', icon: 'input-cursor-text' },
  { to: paths.tags, label: 'Tags', icon: 'tags', key: 'l' },
  { to: paths.deletedLeads, label: 'Recently Deleted', icon: 'trash3', key: 'r' },
  { to: paths.exports, label: 'Exports', icon: 'download' },
  { to: paths.integrations, label: 'Integrations', icon: 'plug' },
  { to: paths.audit, label: 'Audit trail', icon: 'journal-text', key: 'a' },
];

/** The pages of the own account, below its dialogs in the menus. */
export const ownPages: readonly MenuPage[] = [{ to: paths.tokens, label: 'API tokens', icon: 'code-slash' }];
