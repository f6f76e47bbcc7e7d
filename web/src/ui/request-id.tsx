import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { requestIdOf } from '../lib/http';
import { Icon } from './icon';

/** The id of a failed request, for the line below its message (docs/product/errors-and-http.md#request-id). */
export function RequestId({ error }: { error: unknown }) {
  const [copied, setCopied] = useState<string>();
  const id = requestIdOf(error);
  if (!id) return null;
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(id),
      () => undefined,
    );
  return (
    <span className="lf-request-id">
      Request <span className="num user-select-all">{id}</span>
      {/* Browsers offer the clipboard only on https and on localhost. */}
      {navigator.clipboard && (
        <Button variant="link" size="sm" title="Copy" aria-label="Copy request id" onClick={() => void copy()}>
          <Icon name={copied === id ? 'check2' : 'copy'} />
        </Button>
      )}
      <span className="visually-hidden">{copied === id && 'Copied'}</span>
    </span>
  );
}
