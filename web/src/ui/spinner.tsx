import { Spinner as BootstrapSpinner } from 'react-bootstrap';

/** For a button, beside its words. */
export const ButtonSpinner = () => <BootstrapSpinner as="span" size="sm" aria-hidden="true" />;

/** While the session or a page's code loads. */
export const PageSpinner = ({ label = 'Loading...' }: { label?: string }) => (
  <div className="d-flex justify-content-center align-items-center lf-wait">
    <BootstrapSpinner role="status" variant="primary">
      <span className="visually-hidden">{label}</span>
    </BootstrapSpinner>
  </div>
);
