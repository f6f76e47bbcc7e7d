import {
  type BulkJob,
  type DistributionPlan,
  type PlanDefinition,
  type PlanPreview,
  type PlanShare,
  planDefinition,
  planShares,
} from '@lead-finder/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { formatTime } from '../../../lib/dates';
import { HttpError, messageOf } from '../../../lib/http';
import { counted } from '../../../lib/numbers';
import { narrow, useMediaQuery } from '../../../lib/use-media-query';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { ButtonSpinner } from '../../../ui/spinner';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { UnsavedChanges } from '../../../ui/unsaved-changes';
import { BulkJobsTray } from '../bulk/bulk-jobs-tray';
import { useCommit, usePreview, useSavePlan } from './api';
import { isSamePlan, newPlan, withShare } from './distribution.rules';
import { LeadQuestion } from './lead-question';
import { LiveCard } from './live-card';
import { PlanEditor } from './plan-editor';
import { Comparison, PreviewPanel } from './preview-panel';

interface Seen {
  of: PlanDefinition;
  preview: PlanPreview;
}

interface PlanDeskProps {
  plan?: DistributionPlan;
  jobs: readonly BulkJob[];
  onSaved: (plan: DistributionPlan) => void;
}

/** The editor of a plan beside its preview. After an assignment its progress comes first. */
export function PlanDesk({ plan, jobs, onSaved }: PlanDeskProps) {
  const toast = useToast();
  const compareId = useId();
  const [name, setName] = useState(plan?.name ?? '');
  const [draft, setDraft] = useState<PlanDefinition>(plan?.definition ?? newPlan());
  const [seen, setSeen] = useState<Seen | null>(null);
  const [other, setOther] = useState<{ share: PlanShare; seen: Seen } | null>(null);
  const [asks, setAsks] = useState(false);
  const [hasAssigned, setAssigned] = useState(false);
  const [problem, setProblem] = useState<string[]>([]);
  const result = useRef<HTMLDivElement>(null);
  const isBelow = useMediaQuery(narrow);
  const preview = usePreview(plan?.id);
  const save = useSavePlan(plan);
  const commit = useCommit(plan?.id);
  const isSaved = plan !== undefined && isSamePlan(draft, plan.definition) && name.trim() === plan.name;
  const isUntouched = plan ? isSaved : name === '' && isSamePlan(draft, newPlan());
  const isFresh = seen !== null && isSamePlan(seen.of, draft);

  // What another administrator saved meanwhile does not replace the draft; a save of the own does.
  const version = plan?.version;
  useEffect(() => setProblem([]), [version]);

  const failed = (error: Error) => {
    const issues = error instanceof HttpError ? (error.issues ?? []).map((issue) => issue.message) : [];
    setProblem(issues.length > 0 ? issues : [messageOf(error)]);
  };
  const look = (definition: PlanDefinition) => {
    const valid = planDefinition.safeParse(definition);
    if (!valid.success) {
      setProblem([...new Set(valid.error.issues.map(({ message }) => message))]);
      return;
    }
    setProblem([]);
    setOther(null);
    preview.mutate(definition, {
      onSuccess: (answer) => {
        setSeen({ of: definition, preview: answer });
        if (isBelow) result.current?.scrollIntoView?.();
      },
      onError: failed,
    });
  };
  const compare = (share: PlanShare | '') => {
    setOther(null);
    if (!share) return;
    const definition = withShare(draft, share);
    preview.mutate(definition, {
      onSuccess: (answer) => setOther({ share, seen: { of: definition, preview: answer } }),
      onError: failed,
    });
  };
  const keep = () => {
    if (!name.trim()) {
      setProblem(['Please enter a name']);
      return;
    }
    save.mutate(
      { name: name.trim(), definition: draft },
      {
        onSuccess: (saved) => {
          setDraft(saved.definition);
          setSeen(null);
          toast.success(`${saved.name} v${saved.version} saved`);
          onSaved(saved);
        },
        onError: failed,
      },
    );
  };
  const moving = (seen?.preview.assigned ?? 0) + (seen?.preview.rest ?? 0);
  const assign = () =>
    commit.mutate(seen!.preview.ground, {
      onSuccess: () => {
        setAsks(false);
        setSeen(null);
        setAssigned(true);
        toast.success(`${counted(moving, 'lead is', 'leads are')} being assigned`);
      },
      onError: (error) => {
        setAsks(false);
        failed(error);
      },
    });

  return (
    <>
      <div className="lf-deskbar d-flex flex-wrap align-items-end mb-3">
        <div className="name">
          <TextField
            label="Name of the plan"
            value={name}
            maxLength={80}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="acts">
          <Button variant="outline-secondary" disabled={preview.isPending} onClick={() => look(draft)}>
            {preview.isPending ? <ButtonSpinner /> : <Icon name="eye" />}
            Preview
          </Button>
          <Button variant="outline-secondary" disabled={isSaved || save.isPending} onClick={keep}>
            Save plan
          </Button>
          <Button disabled={!isSaved || !isFresh || moving === 0} onClick={() => setAsks(true)}>
            {isFresh ? `Assign ${counted(moving, 'lead')}` : 'Assign'}
          </Button>
        </div>
      </div>
      {problem.length > 0 && (
        <Notice kind="danger" icon="exclamation-triangle">
          <ul className="mb-0 ps-3">
            {problem.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
      {hasAssigned && <PlanJobs jobs={jobs} isNew />}
      <div className="lf-desk">
        <div className="d-grid gap-3 plan">
          <PlanEditor plan={draft} onChange={setDraft} />
        </div>
        <div ref={result} className="d-grid gap-3 result">
          {seen ? (
            <>
              <p className="muted small mb-0" role="status">
                Nothing has moved. Looked at {formatTime(seen.preview.lookedAt)}.
                {!isFresh && ' The plan was changed since: preview it again.'}
                {isFresh && !isSaved && ' Save the plan to assign its leads.'}
              </p>
              <PreviewPanel
                preview={seen.preview}
                plan={draft}
                onCure={(cured) => {
                  setDraft(cured);
                  look(cured);
                }}
              />
              <div className="compare">
                <Form.Label htmlFor={compareId}>Compare with another way to share</Form.Label>
                <Form.Select
                  id={compareId}
                  value={other?.share ?? ''}
                  disabled={preview.isPending}
                  onChange={({ target }) => compare(target.value as PlanShare | '')}
                >
                  <option value="">Nothing</option>
                  {Object.entries(planShares).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Form.Select>
              </div>
              {other && (
                <Comparison
                  a={{ name: 'This plan', preview: seen.preview }}
                  b={{ name: planShares[other.share], preview: other.seen.preview }}
                  onUse={() => {
                    setDraft(other.seen.of);
                    setSeen(other.seen);
                    setOther(null);
                  }}
                />
              )}
            </>
          ) : (
            <Card>
              <Card.Body className="muted">
                A preview shows what each person would get and what is left over. It moves nothing.
              </Card.Body>
            </Card>
          )}
          {plan && <LiveCard plan={plan} />}
          {plan && <LeadQuestion planId={plan.id} />}
        </div>
      </div>
      {!hasAssigned && <PlanJobs jobs={jobs} />}
      <UnsavedChanges isUnsaved={!isUntouched && !save.isPending} what="The plan" />
      <ConfirmDialog
        show={asks}
        title={`Assign ${counted(moving, 'lead')}?`}
        action="Assign"
        pendingAction="Assigning..."
        pending={commit.isPending}
        onClose={() => setAsks(false)}
        onConfirm={assign}
      >
        Each person is notified once. You can undo it for 30 days; leads that were changed meanwhile stay then.
      </ConfirmDialog>
    </>
  );
}

/** The jobs of plans. A new one comes into view. */
export function PlanJobs({ jobs, isNew = false }: { jobs: readonly BulkJob[]; isNew?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isNew, jobs.length]);
  if (jobs.length === 0) return null;
  return (
    <div ref={frame} className="mt-3">
      <BulkJobsTray jobs={jobs} />
    </div>
  );
}
