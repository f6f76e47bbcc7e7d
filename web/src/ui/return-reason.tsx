import { poolReasons, type ReturnReason as Reason, returnReason } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';

export interface ReturnReason {
  reason: Reason | null;
  notes: string;
}

/** Returns what the server needs, or null while something is missing (docs/product/pool.md#return). */
export function whyOf({ reason, notes }: ReturnReason): { reason: Reason; notes?: string } | null {
  const words = notes.trim();
  if (reason === null || (reason === 'other' && !words)) return null;
  return { reason, ...(words && { notes: words }) };
}

/** Why leads go to a pool: a short list and words of the user. */
export function ReturnReasonFields({
  value,
  onChange,
}: {
  value: ReturnReason;
  onChange: (value: ReturnReason) => void;
}) {
  const id = useId();
  const isOther = value.reason === 'other';
  return (
    <>
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-reason`}>Reason</Form.Label>
        <Form.Select
          id={`${id}-reason`}
          value={value.reason ?? ''}
          onChange={({ target }) => onChange({ ...value, reason: (target.value || null) as Reason | null })}
        >
          <option value="">Select a reason</option>
          {returnReason.options.map((reason) => (
            <option key={reason} value={reason}>
              {poolReasons[reason]}
            </option>
          ))}
        </Form.Select>
      </div>
      <div className="mb-3">
        <Form.Label htmlFor={`${id}-notes`}>{isOther ? 'Please say why' : 'Notes (optional)'}</Form.Label>
        <Form.Control
          id={`${id}-notes`}
          as="textarea"
          rows={3}
          maxLength={2_000}
          required={isOther}
          placeholder="What the next one should know..."
          value={value.notes}
          onChange={({ target }) => onChange({ ...value, notes: target.value })}
        />
      </div>
    </>
  );
}
