import { Icon } from './icon';

/** Keeps the bell's place in the header until it is there. */
export const BellPlace = () => (
  <span className="btn btn-ghost btn-icon" aria-hidden="true">
    <Icon name="bell" />
  </span>
);
