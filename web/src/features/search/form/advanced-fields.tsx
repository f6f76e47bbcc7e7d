import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatNumber } from '../../../lib/numbers';
import { TextField } from '../../../ui/text-field';
import { type SearchDefaults, sentRadius, type SearchForm } from './search-form.rules';

interface AdvancedFieldsProps {
  id: string;
  form: UseFormReturn<SearchForm>;
  defaults: SearchDefaults;
}

export function AdvancedFields({ id, form: { control, register, formState }, defaults }: AdvancedFieldsProps) {
  const sortId = useId();
  const radius = useWatch({ control, name: 'radius' });
  const { errors } = formState;
  return (
    <div className="lf-adv" id={id}>
      <TextField
        {...register('radius')}
        type="number"
        min={1}
        max={30}
        step="any"
        label="Search Radius"
        hint={`In miles: searches within ${formatNumber(sentRadius(radius, defaults))} m`}
        error={errors.radius?.message}
      />
      <TextField
        {...register('maxResults')}
        type="number"
        min={1}
        max={60}
        label="Max Results"
        hint="Recommended: 20 or less"
        error={errors.maxResults?.message}
      />
      <div>
        <Form.Label htmlFor={sortId}>Sort Results By</Form.Label>
        <Form.Select {...register('sortBy')} id={sortId}>
          <option value="relevance">Relevance</option>
          <option value="distance">Distance</option>
          <option value="rating">Rating</option>
          <option value="prominence">Prominence</option>
        </Form.Select>
      </div>
      <TextField
        {...register('keyword')}
        label="Additional Keyword"
        placeholder="Optional"
        hint="Use to narrow results, e.g. pizza, 24 hours"
        error={errors.keyword?.message}
        autoComplete="off"
      />
    </div>
  );
}
