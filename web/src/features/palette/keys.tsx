import { Fragment } from 'react';

/** Keys as they stand on a keyboard, one after another. */
export const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ));
