import { Spinner as BootstrapSpinner } from 'react-bootstrap';

/** In a button, beside the words that say what goes on. */
export const ButtonSpinner = () => <BootstrapSpinner as="span" size="sm" aria-hidden="true" />;

/** While the session or a page's code is on its way. */
export const PageSpinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div className="d-flex justify-content-center align-items-center lf-wait">
    <BootstrapSpinner role="status" variant="primary">
      <span className="visually-hidden">{label}</span>
    </BootstrapSpinner>
  </div>
);
