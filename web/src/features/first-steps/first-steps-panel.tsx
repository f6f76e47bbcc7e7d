import { useEffect } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { useEndFirstStep, useFirstSteps } from '../../lib/first-steps';
import { Icon } from '../../ui/icon';
import { stepAt, steps } from './first-steps.rules';

/** Ends the steps that are a visit of a page. */
export function FirstStepVisits() {
  const { pathname } = useLocation();
  const open = useFirstSteps();
  const end = useEndFirstStep();
  useEffect(() => {
    const step = stepAt(pathname);
    if (step && open.length > 0) end(step);
  }, [pathname, open, end]);
  return null;
}

/** Above the home page of a new user. Renders nothing once all steps are done or dismissed. */
export function FirstStepsPanel() {
  const list = useFirstSteps();
  const end = useEndFirstStep();
  if (list.length === 0) return null;
  const done = list.filter(({ isDone }) => isDone).length;
  return (
    <Card as="section" className="mb-3" aria-labelledby="first-steps">
      <Card.Header>
        <h2 className="h3 mb-0" id="first-steps">
          First steps
        </h2>
        <span className="muted small num">
          {done} of {list.length} done
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon ms-auto"
          aria-label="Dismiss the first steps"
          title="Dismiss"
          onClick={() => end('all')}
        >
          <Icon name="x-lg" />
        </Button>
      </Card.Header>
      <Card.Body>
        <ol className="list-unstyled d-flex flex-column flex-md-row flex-wrap gap-2 mb-0">
          {list.map(({ step, isDone }) => (
            <li key={step}>
              <Link className="btn btn-sm btn-outline-secondary w-100 justify-content-start" to={steps[step].to}>
                <Icon name={isDone ? 'check-circle-fill' : 'circle'} className={isDone ? 'text-success' : 'muted'} />
                {isDone && <span className="visually-hidden">Done: </span>}
                {steps[step].words}
              </Link>
            </li>
          ))}
        </ol>
      </Card.Body>
    </Card>
  );
}
