import { Link } from 'react-router-dom';
import { paths } from '../lib/paths';
import { StateBlock } from '../ui/state-block';

export const NotFoundPage = () => (
  <div className="lf-state-page">
    <StateBlock
      level={1}
      icon="signpost-split"
      title="404 Page Not Found"
      action={
        <Link className="btn btn-primary" to={paths.home}>
          Return to Home
        </Link>
      }
    >
      Did you forget to add the page to the router?
    </StateBlock>
  </div>
);
