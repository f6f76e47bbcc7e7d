import { Button } from 'react-bootstrap';
import { Icon } from '../ui/icon';
import { StateBlock } from '../ui/state-block';

/** A page that broke, or whose code went away with a new release: loading the page anew cures the second. */
export const RouteErrorPage = () => (
  <div className="lf-state-page">
    <StateBlock
      bad
      level={1}
      icon="exclamation-triangle"
      title="This page could not be shown"
      action={
        <Button onClick={() => location.reload()}>
          <Icon name="arrow-clockwise" />
          Reload
        </Button>
      }
    >
      Nothing you saved is lost. Reload the page to go on.
    </StateBlock>
  </div>
);
