import { BUSINESS_TYPES, PLACES } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import type { UseFormReturn } from 'react-hook-form';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { AdvancedFields } from './advanced-fields';
import type { SearchDefaults, SearchForm } from './search-form.rules';
import { SuggestField } from './suggest-field';

interface SearchPanelProps {
  form: UseFormReturn<SearchForm>;
  defaults: SearchDefaults;
  /** True if a field of the Advanced panel differs from its default. */
  isAdvanced: boolean;
  isSearching: boolean;
  onSearch: (form: SearchForm) => void;
}

export function SearchPanel({ form, defaults, isAdvanced, isSearching, onSearch }: SearchPanelProps) {
  const titleId = useId();
  const advancedId = useId();
  const openNowId = useId();
  const [isOpen, setOpen] = useState(isAdvanced);
  const { control, register, handleSubmit, formState } = form;
  const { errors } = formState;
  // Opens the panel, because an invalid field must be visible.
  const showAdvanced = isOpen || errors.radius !== undefined || errors.maxResults !== undefined;

  return (
    <Card as="section" className="mb-3" aria-labelledby={titleId}>
      <Card.Body>
        <h1 className="h3 mb-2" id={titleId}>
          Search for Businesses
        </h1>
        <Form
          noValidate
          role="search"
          aria-labelledby={titleId}
          onSubmit={(event) => void handleSubmit(onSearch)(event)}
        >
          <div className="lf-searchform">
            <SuggestField
              control={control}
              name="businessType"
              label="Business type"
              placeholder="Business type, such as dentist"
              icon="shop"
              list={BUSINESS_TYPES}
            />
            <SuggestField
              control={control}
              name="location"
              label="Location"
              placeholder="City, state or region"
              icon="geo-alt"
              list={PLACES}
            />
            <Form.Select {...register('searchMethod')} aria-label="Search method">
              <option value="textSearch">Text Search</option>
              <option value="nearbySearch">Nearby Search</option>
              <option value="findPlace">Find Place</option>
            </Form.Select>
            <Form.Check {...register('openNow')} id={openNowId} label="Open Now" />
            <Button
              variant="ghost"
              aria-expanded={showAdvanced}
              aria-controls={showAdvanced ? advancedId : undefined}
              onClick={() => setOpen(!showAdvanced)}
            >
              <Icon name="sliders" />
              Advanced
              <Icon name={showAdvanced ? 'chevron-up' : 'chevron-down'} />
            </Button>
            <Button type="submit" disabled={isSearching}>
              {isSearching ? <ButtonSpinner /> : <Icon name="search" />}
              Search
            </Button>
          </div>
          {showAdvanced && <AdvancedFields id={advancedId} form={form} defaults={defaults} />}
        </Form>
      </Card.Body>
    </Card>
  );
}
