import { Button } from 'react-bootstrap';
import { Icon } from '../ui/icon';
import { StateBlock } from '../ui/state-block';

/** Shows that a page failed, or that its code is gone after a new release. A reload fixes the second. */
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
