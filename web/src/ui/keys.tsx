import { Fragment } from 'react';

export const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ));
