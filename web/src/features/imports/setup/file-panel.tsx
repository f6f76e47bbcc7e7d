import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { formatBytes } from '../../../lib/numbers';
import { FileInput } from '../../../ui/file-input';
import { Icon } from '../../../ui/icon';
import { formatOf, type ImportHead } from './import-head';
import type { ChosenFile } from './use-import-draft';

interface FilePanelProps {
  chosen: ChosenFile;
  onChoose: (file: File | undefined, sheet?: string) => void;
}

/** Picks a CSV file, a workbook or a file of JSON lines by the browser's dialog or by drop. Then it shows the file's name and a button to change it. */
export function FilePanel({ chosen, onChoose }: FilePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [isOver, setOver] = useState(false);
  const problem = chosen.status === 'none' || chosen.status === 'unreadable' ? chosen.problem : undefined;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const file = chosen.status === 'none' ? null : chosen.file;
  return (
    <div onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <FileInput
        ref={input}
        id={inputId}
        label="CSV file"
        accept=".csv,.xlsx,.ndjson,.jsonl"
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${inputId}-problem` : undefined}
        onChoose={onChoose}
      />
      {file ? (
        <FileName file={file} details={chosen.status === 'ready' ? formatOf(chosen.head) : undefined}>
          {chosen.status === 'ready' && (
            <SheetSelect workbook={chosen.head.workbook} onChoose={(sheet) => onChoose(chosen.file, sheet)} />
          )}
          <Button variant="ghost" size="sm" className="ms-auto text-nowrap" onClick={() => input.current?.click()}>
            Change file
          </Button>
        </FileName>
      ) : (
        <div className={`lf-drop ${isOver ? 'over' : ''}`.trimEnd()}>
          <Icon name="filetype-csv" />
          <p className="hide-sm">
            <b>Drop a CSV, Excel or NDJSON file here</b>
          </p>
          <Button variant="outline-secondary" onClick={() => input.current?.click()}>
            Choose a CSV file
          </Button>
          <p className="muted small">One business a row; the first row names the columns.</p>
        </div>
      )}
      {problem && (
        <div className="px-3 py-2 text-danger" role="alert" id={`${inputId}-problem`}>
          {problem}
        </div>
      )}
    </div>
  );
}

interface SheetSelectProps {
  workbook: ImportHead['workbook'];
  onChoose: (sheet: string) => void;
}

const SheetSelect = ({ workbook, onChoose }: SheetSelectProps) =>
  workbook &&
  workbook.sheets.length > 1 && (
    <Form.Select
      size="sm"
      className="w-auto mw-100 lf-sheet"
      aria-label="Sheet"
      value={workbook.sheet}
      onChange={(event) => onChoose(event.target.value)}
    >
      {workbook.sheets.map((sheet) => (
        <option key={sheet}>{sheet}</option>
      ))}
    </Form.Select>
  );

interface FileNameProps {
  file: File | string;
  details?: string;
  children?: ReactNode;
}

export const FileName = ({ file, details, children }: FileNameProps) => {
  const isFile = typeof file !== 'string';
  const name = isFile ? file.name : file;
  const words = [isFile && formatBytes(file.size), details].filter(Boolean).join(' · ');
  return (
    <div className="d-flex align-items-center gap-2 px-3 py-2 border-bottom lf-file">
      <Icon name="filetype-csv" className="muted" />
      <b className="cut" title={name}>
        {name}
      </b>
      <span className="muted text-nowrap small hide-sm">{words}</span>
      {children}
    </div>
  );
};
