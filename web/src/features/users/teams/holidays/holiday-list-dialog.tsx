import { zodResolver } from '@hookform/resolvers/zod';
import { holidayListForm, maxHolidays } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { useFieldArray, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { counted } from '../../../../lib/numbers';
import { showIssues } from '../../../../lib/form-issues';
import { FormDialog } from '../../../../ui/dialogs';
import { Icon } from '../../../../ui/icon';
import { TextField } from '../../../../ui/text-field';
import { useToast } from '../../../../ui/toasts';
import { FieldProblem } from '../field-problem';
import { type Holiday, type HolidayList, type HolidayListForm, useSaveHolidayList } from './api';
import { DaySources } from './day-sources';
import { withDays } from './holiday-rows.rules';

interface HolidayListDialogProps {
  /** As it was when the dialog opened; undefined to create one. */
  list?: HolidayList;
  onClose: () => void;
}

export function HolidayListDialog({ list, onClose }: HolidayListDialogProps) {
  const toast = useToast();
  const save = useSaveHolidayList(list);
  const [note, setNote] = useState('');
  const { control, register, formState, getValues, handleSubmit, setError } = useForm<
    z.input<typeof holidayListForm>,
    unknown,
    HolidayListForm
  >({
    resolver: zodResolver(holidayListForm),
    defaultValues: { name: list?.name ?? '', days: list?.days ?? [] },
  });
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'days' });
  const { errors } = formState;
  const addDays = (more: Holiday[]) => {
    const { days, added } = withDays(getValues('days'), more);
    replace(days);
    const before = more.length - added;
    setNote(`${counted(added, 'day')} added${before > 0 ? `, ${before} already in the list` : ''}.`);
  };
  const submit = (form: HolidayListForm) =>
    save.mutate(form, {
      onSuccess: (saved) => {
        toast.success(`${saved.name} saved`);
        onClose();
      },
      onError: (error) => showIssues(error, setError),
    });
  return (
    <FormDialog
      show
      size="lg"
      title={list ? 'Edit holidays' : 'Add holidays'}
      action="Save"
      pendingAction="Saving..."
      pending={save.isPending}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <TextField {...register('name')} label="Name" error={errors.name?.message} autoComplete="off" autoFocus />
      <DaySources onDays={addDays} />
      <div role="status" className="form-text mb-2">
        {note}
      </div>
      <h3 className="mb-2">
        Days <span className="muted fw-normal num">{fields.length}</span>
      </h3>
      <ol className="lf-holidays">
        {fields.map((field, at) => (
          <li key={field.id}>
            <Form.Control
              {...register(`days.${at}.day`)}
              type="date"
              aria-label={`Date of day ${at + 1}`}
              isInvalid={errors.days?.[at]?.day !== undefined}
              aria-invalid={errors.days?.[at]?.day !== undefined}
            />
            <Form.Control
              {...register(`days.${at}.name`)}
              aria-label={`Name of day ${at + 1}`}
              isInvalid={errors.days?.[at]?.name !== undefined}
              aria-invalid={errors.days?.[at]?.name !== undefined}
              autoComplete="off"
            />
            <Button
              variant="ghost"
              className="btn-icon"
              aria-label={`Remove day ${at + 1}`}
              title="Remove"
              onClick={() => remove(at)}
            >
              <Icon name="x-lg" />
            </Button>
            <div className="problem">
              <FieldProblem text={errors.days?.[at]?.day?.message ?? errors.days?.[at]?.name?.message} />
            </div>
          </li>
        ))}
      </ol>
      <FieldProblem text={errors.days?.message ?? errors.days?.root?.message} />
      <Button
        variant="outline-secondary"
        size="sm"
        disabled={fields.length >= maxHolidays}
        onClick={() => append({ day: '', name: '' })}
      >
        <Icon name="plus-lg" />
        Add day
      </Button>
    </FormDialog>
  );
}
