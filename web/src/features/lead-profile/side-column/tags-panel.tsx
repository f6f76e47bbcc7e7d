import { type FormEvent, memo, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { type UserBusiness, useAddTag, useAllTags, useRemoveTag } from '../api';
import { customTags, quickTags } from '../business-facts.rules';
import { useDraft } from '../../../lib/use-draft';

/** A team may have hundreds of tags. The first ones are the most frequent. */
const maxInitialTags = 12;

export const TagsPanel = memo(function TagsPanel({
  lead,
  userBusiness,
}: {
  lead: LeadAddress;
  userBusiness: UserBusiness;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = useRemoveTag(lead);
  const tags = customTags(userBusiness.tags);
  return (
    <Card as="section" className="p-tags" aria-label="Custom Tags">
      <Card.Header as="h2" className="h3">
        Custom Tags
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        {tags.length > 0 && (
          <div className="d-flex flex-wrap gap-1">
            {tags.map((tag) => (
              <span className="lf-tag" key={tag}>
                <span className="cut" title={tag}>
                  {tag}
                </span>
                <button type="button" className="x" aria-label={`Remove tag ${tag}`} onClick={() => setLeaving(tag)}>
                  <Icon name="x" />
                </button>
              </span>
            ))}
          </div>
        )}
        <QuickAdd lead={lead} tags={userBusiness.tags} />
        <NewTag lead={lead} uuid={userBusiness.uuid} />
      </Card.Body>
      <ConfirmDialog
        show={leaving !== null}
        title="Remove Tag"
        action="Remove Tag"
        pending={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving !== null && remove.mutate(leaving, { onSettled: () => setLeaving(null) })}
      >
        <p>
          Are you sure you want to remove the tag <b className="text-break">{leaving}</b> from this business?
        </p>
      </ConfirmDialog>
    </Card>
  );
});

function QuickAdd({ lead, tags }: { lead: LeadAddress; tags: readonly string[] }) {
  const { data: known = [] } = useAllTags();
  const { mutate: add, isPending } = useAddTag(lead);
  const [showsAll, setShowsAll] = useState(false);
  const offered = quickTags(known, tags);
  const shown = showsAll ? offered : offered.slice(0, maxInitialTags);
  const hidden = offered.length - shown.length;
  if (offered.length === 0) return null;
  return (
    <div>
      <div className="form-label" id="quick-add">
        Quick add existing tags
      </div>
      <div className="d-flex flex-wrap gap-1" role="group" aria-labelledby="quick-add">
        {shown.map((tag) => (
          <button key={tag} type="button" className="lf-tag add" disabled={isPending} onClick={() => add(tag)}>
            <Icon name="plus" />
            <span className="cut" title={tag}>
              {tag}
            </span>
          </button>
        ))}
        {hidden > 0 && (
          <Button variant="link" size="sm" className="p-0 ms-1" onClick={() => setShowsAll(true)}>
            {hidden} more
          </Button>
        )}
      </div>
    </div>
  );
}

function NewTag({ lead, uuid }: { lead: LeadAddress; uuid: string }) {
  const { draft, saveDraft, drop } = useDraft<string>(`tag.${uuid}`);
  const { mutateAsync: add, isPending } = useAddTag(lead);
  const tag = draft?.trim() ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag !== '' && !isPending) add(tag).then(drop, () => undefined);
  };
  return (
    <Form className="d-flex gap-2" onSubmit={submit}>
      <Form.Control
        aria-label="New tag"
        placeholder="New tag"
        maxLength={50}
        value={draft ?? ''}
        readOnly={isPending}
        onChange={(event) => saveDraft(event.target.value)}
      />
      <Button type="submit" variant="outline-secondary" disabled={tag === '' || isPending}>
        {isPending && <ButtonSpinner />}
        Add
      </Button>
    </Form>
  );
}
