import { Button, Modal } from 'react-bootstrap';
import type { SessionUser } from '../../lib/session';
import { commandsOf } from './commands.rules';
import { Keys } from './keys';

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
  return (
    <Modal centered show onHide={onClose} aria-labelledby="all-keys-title">
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="all-keys-title">
          Keys
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <dl className="lf-keys">
          {rows.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                <Keys keys={keys} />
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="muted small mb-0">But for Ctrl K, no key does anything while you type.</p>
      </Modal.Body>
      <Modal.Footer>
        <Button onClick={onClose}>Close</Button>
      </Modal.Footer>
    </Modal>
  );
}
