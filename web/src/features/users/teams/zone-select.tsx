import { useMemo } from 'react';
import { ChoiceSelect, type ChoiceSelectProps } from '../../../ui/choice-select';

/** Chooses a time zone by its IANA name, with spaces also typed. */
export function ZoneSelect(props: Omit<ChoiceSelectProps<string>, 'choices'>) {
  const choices = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        label: value,
        ...(value.includes('_') && { hint: value.replaceAll('_', ' ') }),
      })),
    [],
  );
  return <ChoiceSelect searchFor="a city" {...props} choices={choices} />;
}
