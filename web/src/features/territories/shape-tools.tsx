import { readShape, type TerritoryShape } from '@lead-finder/contracts';
import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { Alert, Button } from 'react-bootstrap';
import { Icon } from '../../ui/icon';
import { ButtonSpinner } from '../../ui/spinner';
import { UnsavedChanges } from '../../ui/unsaved-changes';
import type { DrawMode, ShapeEditor } from './shape-editor';

interface ShapeToolsProps {
  map: LeafletMap;
  shape: TerritoryShape | null;
  isSaving: boolean;
  onDrawn: (shape: TerritoryShape | null) => void;
  onCancel: () => void;
}

const modes: readonly { mode: DrawMode; icon: string; label: string }[] = [
  { mode: 'select', icon: 'cursor', label: 'Move corners' },
  { mode: 'polygon', icon: 'pentagon', label: 'Draw a part' },
  { mode: 'rectangle', icon: 'square', label: 'Draw a rectangle' },
];

/** Draws the parts of one shape. The code of the library loads with the first drawing. */
export function ShapeTools({ map, shape, isSaving, onDrawn, onCancel }: ShapeToolsProps) {
  const [editor, setEditor] = useState<ShapeEditor | null>(null);
  const [mode, setMode] = useState<DrawMode>(shape ? 'select' : 'polygon');
  const [problem, setProblem] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  const first = useRef({ shape, mode });
  useEffect(() => {
    let opened: ShapeEditor | null = null;
    let isClosed = false;
    void import('./shape-editor').then(
      ({ openEditor }) => {
        if (isClosed) return;
        opened = openEditor(map, first.current.shape, () => {
          setProblem(null);
          setChanged(true);
        });
        opened.use(first.current.mode);
        setEditor(opened);
      },
      () => setProblem('The tools could not be loaded. Close them and try again.'),
    );
    return () => {
      isClosed = true;
      opened?.close();
    };
  }, [map]);
  const use = (next: DrawMode) => {
    editor?.use(next);
    setMode(next);
  };
  const save = () => {
    if (!editor) return;
    const parts = editor.parts();
    if (parts.length === 0) return onDrawn(null);
    const read = readShape('MultiPolygon', parts);
    if ('problem' in read) setProblem(read.problem);
    else onDrawn(read.shape);
  };
  return (
    <>
      <div className="lf-mapbox lf-shape-tools" role="toolbar" aria-label="Drawing">
        {modes.map(({ mode: each, icon, label }) => (
          <Button
            key={each}
            variant="ghost"
            className="btn-icon"
            aria-label={label}
            title={label}
            aria-pressed={mode === each}
            disabled={!editor}
            onClick={() => use(each)}
          >
            <Icon name={icon} />
          </Button>
        ))}
        <Button
          variant="ghost"
          className="btn-icon"
          aria-label="Remove the chosen part"
          title="Remove the chosen part"
          disabled={!editor}
          onClick={() => editor?.removeChosen()}
        >
          <Icon name="trash3" />
        </Button>
      </div>
      <UnsavedChanges isUnsaved={isChanged && !isSaving} what="The shape" />
      <div className="lf-mapbox lf-shape-save">
        {problem && (
          <Alert variant="danger" className="mb-2 py-2">
            {problem}
          </Alert>
        )}
        <div className="d-flex gap-2">
          <Button variant="outline-secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" disabled={!editor || isSaving} onClick={save}>
            {isSaving && <ButtonSpinner />}
            Save shape
          </Button>
        </div>
      </div>
    </>
  );
}
