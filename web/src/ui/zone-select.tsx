import { useMemo } from 'react';
import { ChoiceSelect, type ChoiceSelectProps } from './choice-select';

/** Chooses a time zone by its IANA name, with spaces also typed. */
export function ZoneSelect(props: Omit<ChoiceSelectProps<string>, 'choices'>) {
  const { value: chosen } = props;
  const choices = useMemo(
    () =>
      [...new Set(['UTC', ...(chosen ? [chosen] : []), ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        label: value,
        ...(value.includes('_') && { hint: value.replaceAll('_', ' ') }),
      })),
    [chosen],
  );
  return <ChoiceSelect searchFor="a city" {...props} choices={choices} />;
}
