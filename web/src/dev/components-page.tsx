import './components-page.css';
import { useState } from 'react';
import { useNavigationBlocker } from '../lib/navigation-guard';
import { themes, chooseTheme } from '../ui/theme';
import { useTheme } from '../ui/use-theme';
import { ViewSwitch } from '../ui/view-switch';
import { DialogExamples } from './dialog-examples';
import { FieldExamples } from './field-examples';
import { PageExamples } from './page-examples';
import { WordExamples } from './word-examples';

const themeIcons = { system: 'circle-half', light: 'sun', dark: 'moon' } as const;
const themeViews = themes.map((value) => ({ value, label: `${value} theme`, icon: themeIcons[value] }));
const halves = [
  { value: 'both', label: 'Light and dark', icon: 'layout-split' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;

/** Shows every component of ui/ in its states, light beside dark. Only `npm run dev` serves it, at /_components. */
export function ComponentsPage() {
  useNavigationBlocker();
  const theme = useTheme();
  const [shown, setShown] = useState<(typeof halves)[number]['value']>('both');
  const sides = shown === 'both' ? (['light', 'dark'] as const) : [shown];
  return (
    <main className="p-3">
      <h1 className="mb-3">Components</h1>
      <div className="d-flex flex-wrap gap-3 mb-3">
        <ViewSwitch label="Shown" views={halves} value={shown} onChange={setShown} />
        <ViewSwitch label="Theme of the page" views={themeViews} value={theme} onChange={chooseTheme} />
      </div>
      <DialogExamples />
      <div className="row g-0">
        {sides.map((side) => (
          <div key={side} className="col-12 col-xl p-3 lf-dev-side" data-bs-theme={side}>
            <h2 className="mb-3">{side === 'light' ? 'Light' : 'Dark'}</h2>
            <WordExamples />
            <FieldExamples />
            <PageExamples />
          </div>
        ))}
      </div>
    </main>
  );
}
