import type { InputHTMLAttributes, Ref } from 'react';

interface FileInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'aria-invalid' | 'aria-describedby'
> {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** File name extensions and media types, as the attribute `accept` has them. */
  accept: string;
  onChoose: (file: File) => void;
}

/** The browser's file dialog. A button beside it opens it with `ref.current.click()`. */
export const FileInput = ({ label, onChoose, ...attributes }: FileInputProps) => (
  <input
    {...attributes}
    type="file"
    className="visually-hidden"
    aria-label={label}
    tabIndex={-1}
    // Lets the user choose the same file again after a correction.
    onClick={(event) => (event.currentTarget.value = '')}
    onChange={(event) => {
      const file = event.currentTarget.files?.[0];
      if (file) onChoose(file);
    }}
  />
);
