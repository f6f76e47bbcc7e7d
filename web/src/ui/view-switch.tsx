import { Button, ButtonGroup, Form } from 'react-bootstrap';
import { phone, useMediaQuery } from '../lib/use-media-query';
import { Icon } from './icon';

interface ViewSwitchProps<T extends string> {
  views: readonly { value: T; label: string; icon: string }[];
  value: T;
  onChange: (view: T) => void;
  label?: string;
}

/** Phones show two views as icons, which have names for screen readers, and more views as a dropdown with words. */
export const ViewSwitch = <T extends string>({ views, value, onChange, label = 'View' }: ViewSwitchProps<T>) =>
  useMediaQuery(phone) && views.length > 2 ? (
    <Form.Select
      className="lf-views"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as T)}
    >
      {views.map((view) => (
        <option key={view.value} value={view.value}>
          {view.label}
        </option>
      ))}
    </Form.Select>
  ) : (
    <ButtonGroup className="lf-seg" aria-label={label}>
      {views.map((view) => (
        <Button
          key={view.value}
          variant=""
          active={view.value === value}
          aria-pressed={view.value === value}
          aria-label={view.label}
          title={view.label}
          onClick={() => onChange(view.value)}
        >
          <Icon name={view.icon} />
          <span className="lbl">{view.label}</span>
        </Button>
      ))}
    </ButtonGroup>
  );
