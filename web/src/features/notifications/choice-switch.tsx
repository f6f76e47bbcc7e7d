import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { Skeleton } from '../../ui/skeleton';

interface ChoiceSwitchProps {
  label: string;
  hint: string;
  /** Undefined while it loads. */
  isOn?: boolean;
  disabled?: boolean;
  onChoose: (isOn: boolean) => void;
}

/** A switch of the notification settings. */
export function ChoiceSwitch({ label, hint, isOn, disabled, onChoose }: ChoiceSwitchProps) {
  const id = useId();
  return (
    <div className="lf-choice">
      <div>
        <label htmlFor={id}>{label}</label>
        <div id={`${id}-hint`} className="muted small">
          {hint}
        </div>
      </div>
      {isOn === undefined ? (
        <Skeleton width="32px" />
      ) : (
        <Form.Check
          type="switch"
          id={id}
          aria-describedby={`${id}-hint`}
          checked={isOn}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
    </div>
  );
}
