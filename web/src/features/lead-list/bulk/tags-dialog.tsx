import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { businesses } from '../../../lib/numbers';
import { FormDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';

const maxOffered = 12;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const includes = (tags: readonly string[], tag: string) => tags.some((each) => isSame(each, tag));

interface TagsDialogProps {
  title: 'Add Tags' | 'Remove Tags';
  count: number;
  pending: boolean;
  onClose: () => void;
  onChoose: (tags: string[]) => void;
}

/** Collects up to ten tags, typed or from the most frequent ones. */
export function TagsDialog({ title, count, pending, onClose, onChoose }: TagsDialogProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useQuery<string[]>({ queryKey: ['/api/all-tags'] });
  const [tags, setTags] = useState<string[]>([]);
  const [draft, setDraft] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const offered = known.filter((tag) => tag !== 'Imported' && !includes(tags, tag)).slice(0, maxOffered);
  const withDraft = () => {
    const tag = draft.trim();
    return tag === '' || includes(tags, tag) ? tags : [...tags, tag];
  };
  const choose = (chosen: string[]) => {
    setTags(chosen);
    setIsMissing(false);
  };
  const takeDraft = () => {
    choose(withDraft());
    setDraft('');
  };
  return (
    <FormDialog
      show
      title={title}
      action={title}
      pending={pending}
      firstField={field}
      onClose={onClose}
      onSubmit={() => {
        const chosen = withDraft();
        setIsMissing(chosen.length === 0);
        if (chosen.length > 0) onChoose(chosen);
        else field.current?.focus();
      }}
    >
      <p className="soft mb-2">
        {title === 'Add Tags' ? 'Adds these tags to' : 'Removes these tags from'} {businesses(count)}. Other tags stay.
      </p>
      {tags.length > 0 && (
        <div className="d-flex flex-wrap gap-1 mb-2" role="group" aria-label="Chosen tags">
          {tags.map((tag) => (
            <span className="lf-tag" key={tag}>
              <span className="cut">{tag}</span>
              <button
                type="button"
                className="x"
                aria-label={`Leave out ${tag}`}
                onClick={() => choose(tags.filter((each) => each !== tag))}
              >
                <Icon name="x" />
              </button>
            </span>
          ))}
        </div>
      )}
      <Form.Label htmlFor={id}>Tag</Form.Label>
      <div className="d-flex gap-2 mb-2">
        <Form.Control
          id={id}
          ref={field}
          maxLength={50}
          value={draft}
          disabled={pending || tags.length >= 10}
          isInvalid={isMissing}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button variant="outline-secondary" disabled={draft.trim() === '' || pending} onClick={takeDraft}>
          Another
        </Button>
      </div>
      {isMissing && (
        <div className="invalid-feedback d-block" id={`${id}-error`} role="alert">
          Please enter a tag
        </div>
      )}
      {offered.length > 0 && tags.length < 10 && (
        <div className="d-flex flex-wrap gap-1" role="group" aria-label="Existing tags">
          {offered.map((tag) => (
            <button
              key={tag}
              type="button"
              className="lf-tag add"
              disabled={pending}
              onClick={() => choose([...tags, tag])}
            >
              <Icon name="plus" />
              <span className="cut">{tag}</span>
            </button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
