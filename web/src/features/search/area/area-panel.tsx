import type { SearchRequest } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { type Control, useWatch } from 'react-hook-form';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { useToast } from '../../../ui/toasts';
import { useMissingProvider } from '../api';
import { AreaSearchRow } from './area-search-row';
import { isRunning, useAreaOrder, useAreaSearches } from './area-api';
import { areaOf, callsIn, costText, maxCalls, progressText, usualCalls } from './area.rules';
import { isComplete, searchForm, type SearchForm } from '../form/search-form.rules';

interface AreaPanelProps {
  /** The area is the one in the search form, searched or not. */
  control: Control<SearchForm>;
  requestFor: (form: SearchForm) => SearchRequest;
  onShow: (searchId: number) => void;
}

/** Searches a whole area in the background, in parts, beyond the limit of one search. For administrators. */
export function AreaPanel({ control, requestFor, onShow }: AreaPanelProps) {
  const titleId = useId();
  const bodyId = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useAreaSearches();
  const canStart = useMissingProvider() === undefined;
  const area = areaTyped(useWatch({ control }) as SearchForm, requestFor);
  const running = data?.searches.find(isRunning);
  return (
    <Card as="section" className="mb-3" aria-labelledby={titleId}>
      <Card.Body className="lf-area">
        <div className="lf-area-head">
          <h2 className="h3 mb-0" id={titleId}>
            Whole Area
          </h2>
          <span className="muted flex-grow-1">
            {running
              ? `${running.businessType}: ${progressText(running)}`
              : 'Finds all businesses within the radius, while a search above ends after 60.'}
          </span>
          <Button
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
          </Button>
        </div>
        {isOpen && data && (
          <div id={bodyId} className="lf-area-body">
            {canStart ? (
              <StartForm
                search={area}
                cost={costText(data.provider, data.callsLeftToday)}
                isBusy={running !== undefined}
              />
            ) : (
              <p className="muted mb-0">A search cannot start until the places provider is set up.</p>
            )}
            {data.searches.length > 0 && (
              <ul className="lf-area-list" aria-label="Whole-area searches">
                {data.searches.map((each) => (
                  <AreaSearchRow key={each.id} search={each} onShow={() => onShow(each.id)} />
                ))}
              </ul>
            )}
          </div>
        )}
      </Card.Body>
    </Card>
  );
}

interface Area {
  businessType: string;
  location: string;
  radius: number;
  keyword?: string;
}

function areaTyped(typed: SearchForm, requestFor: AreaPanelProps['requestFor']): Area | null {
  const form = searchForm.safeParse(typed);
  if (!form.success || !isComplete(form.data)) return null;
  const { businessType, location, radius = 5_000, keyword } = requestFor(form.data);
  return { businessType, location, radius, ...(keyword && { keyword }) };
}

interface StartFormProps {
  /** Null until the form is filled in. */
  search: Area | null;
  cost: string;
  isBusy: boolean;
}

function StartForm({ search, cost, isBusy }: StartFormProps) {
  const budgetId = useId();
  const toast = useToast();
  const order = useAreaOrder();
  const [typed, setTyped] = useState(String(usualCalls));
  const budget = callsIn(typed);
  if (!search) return <p className="muted mb-0">Choose a business type and a location above first.</p>;

  const start = () => {
    if (budget === undefined) return;
    const onError = (error: Error) => toast.failure(error, 'Error', 'The search could not be started');
    order.mutate({ do: 'start', search: { ...search, budget } }, { onError });
  };
  return (
    <Form
      noValidate
      className="lf-area-form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p className="mb-0">
        <span className="fw-medium">{search.businessType}</span> in {areaOf(search)}
        {search.keyword && <>, {search.keyword}</>}
      </p>
      <div>
        <Form.Label htmlFor={budgetId}>Calls at most</Form.Label>
        <Form.Control
          id={budgetId}
          type="number"
          min={1}
          max={maxCalls}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          isInvalid={budget === undefined}
          aria-describedby={`${budgetId}-hint`}
        />
        {budget === undefined && (
          <Form.Control.Feedback type="invalid">Calls must be from 1 to 5,000</Form.Control.Feedback>
        )}
      </div>
      <Form.Text id={`${budgetId}-hint`}>{cost}</Form.Text>
      <Button type="submit" variant="outline-secondary" disabled={order.isPending || isBusy || budget === undefined}>
        {order.isPending ? <ButtonSpinner /> : <Icon name="grid-3x3-gap" />}
        Search Whole Area
      </Button>
    </Form>
  );
}
