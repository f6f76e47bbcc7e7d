import { suggest } from '@lead-finder/contracts';
import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Form } from 'react-bootstrap';
import { Combobox } from '../../../ui/combobox';
import { Icon } from '../../../ui/icon';
import type { SearchForm } from './search-form.rules';

interface SuggestFieldProps {
  control: Control<SearchForm>;
  name: 'businessType' | 'location';
  label: string;
  placeholder: string;
  icon: string;
  list: readonly string[];
}

/** Free text with suggestions (docs/product/finding.md#suggestions). */
export function SuggestField({ control, name, label, placeholder, icon, list }: SuggestFieldProps) {
  const { field, fieldState } = useController({ control, name });
  const errorId = useId();
  const error = fieldState.error?.message;
  return (
    <div className="lf-suggest">
      <div className="lf-search">
        <Icon name={icon} />
        <Combobox
          name={name}
          label={label}
          placeholder={placeholder}
          text={field.value}
          onText={field.onChange}
          suggestions={suggest(list, field.value).map((value) => ({ value, label: value }))}
          onChoose={({ value }) => field.onChange(value)}
          invalid={error !== undefined}
          describedBy={error && errorId}
        />
      </div>
      {error && (
        <Form.Control.Feedback type="invalid" className="d-block" id={errorId}>
          {error}
        </Form.Control.Feedback>
      )}
    </div>
  );
}
