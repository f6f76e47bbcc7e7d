import { Button } from 'react-bootstrap';
import { Keys } from './keys';
import { Modal } from './modal';

interface KeysDialogProps {
  rows: readonly { keys: readonly string[]; does: string }[];
  note: string;
  onClose: () => void;
}

/** Lists keys and what each does. */
export const KeysDialog = ({ rows, note, onClose }: KeysDialogProps) => (
  <Modal centered show onHide={onClose} aria-labelledby="keys-title">
    <div className="lf-grab" />
    <Modal.Header closeButton closeLabel="Close">
      <Modal.Title as="h2" id="keys-title">
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
      <p className="muted small mb-0">{note}</p>
    </Modal.Body>
    <Modal.Footer>
      <Button onClick={onClose}>Close</Button>
    </Modal.Footer>
  </Modal>
);
