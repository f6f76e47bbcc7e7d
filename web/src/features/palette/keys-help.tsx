import type { SessionUser } from '../../lib/session';
import { KeysDialog } from '../../ui/keys-dialog';
import { commandsOf } from './commands.rules';

/** Lists the keys of every page and of a lead. '?' opens it. */
export function KeysHelp({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const places = commandsOf(user, 'light').flatMap(({ key, label }) =>
    key ? [{ keys: ['G', key.toUpperCase()], does: label }] : [],
  );
  const rows = [
    { keys: ['Ctrl', 'K'], does: 'Search leads, screens and actions' },
    { keys: ['/'], does: 'The same as Ctrl K' },
    ...places,
    { keys: ['K'], does: 'On a lead: the one before it in the list' },
    { keys: ['J'], does: 'On a lead: the one after it in the list; on My day: the next one' },
    { keys: ['F8'], does: 'Go to the notification area' },
    { keys: ['?'], does: 'Show these keys' },
  ];
  return <KeysDialog rows={rows} note="But for Ctrl K, no key does anything while you type." onClose={onClose} />;
}
