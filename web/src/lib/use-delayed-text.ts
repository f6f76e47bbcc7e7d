import { useEffect, useRef, useState } from 'react';

/** The text of a field that reports it `delay` milliseconds after the last key; 0 reports each key. */
export function useDelayedText(value: string, onChange: (value: string) => void, delay: number) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useRef(onChange);

  useEffect(() => {
    report.current = onChange;
  }, [onChange]);

  // A value from outside (Reset Filters) replaces the text. A value that the field reported itself does not.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      report.current(text);
    }, delay);
    return () => clearTimeout(timer);
  }, [text, delay]);

  return [text, setText] as const;
}
