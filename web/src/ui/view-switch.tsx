import { Button, ButtonGroup } from 'react-bootstrap';
import { Icon } from './icon';

interface ViewSwitchProps<T extends string> {
  views: readonly { value: T; label: string; icon: string }[];
  value: T;
  onChange: (view: T) => void;
  label?: string;
}

/** Phones show only the icons; the names stay for screen readers and as titles. */
export const ViewSwitch = <T extends string>({ views, value, onChange, label = 'View' }: ViewSwitchProps<T>) => (
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
