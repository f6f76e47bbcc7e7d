import { Button, Modal } from 'react-bootstrap';
import { statusLabel } from '../../../ui/lead-status';
import { otherKeys, outcomes } from './outcomes.rules';

const nextStep = (days: number | null): string =>
  days === null ? 'no next step' : `next step in ${days} working ${days === 1 ? 'day' : 'days'}`;

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal centered show onHide={onClose} aria-labelledby="keys-title">
    <div className="lf-grab" />
    <Modal.Header closeButton closeLabel="Close">
      <Modal.Title as="h2" id="keys-title">
        Keys
      </Modal.Title>
    </Modal.Header>
    <Modal.Body>
      <dl className="lf-keys">
        {outcomes.map(({ key, label, status, nextIn }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>
              {label}: {statusLabel(status)}, {nextStep(nextIn)}
            </dd>
          </div>
        ))}
        {otherKeys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small mb-0">No key does anything while you type.</p>
    </Modal.Body>
    <Modal.Footer>
      <Button onClick={onClose}>Close</Button>
    </Modal.Footer>
  </Modal>
);
