import { useId } from 'react';
import { Form } from 'react-bootstrap';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextField } from '../../../ui/text-field';
import type { SearchForm } from './search-form.rules';

interface AdvancedFieldsProps {
  id: string;
  register: UseFormRegister<SearchForm>;
  errors: FieldErrors<SearchForm>;
}

export function AdvancedFields({ id, register, errors }: AdvancedFieldsProps) {
  const sortId = useId();
  return (
    <div className="lf-adv" id={id}>
      <TextField
        {...register('radius')}
        type="number"
        min={1}
        max={30}
        step="any"
        label="Search Radius"
        hint="In miles"
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
