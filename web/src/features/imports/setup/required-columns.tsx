import { Icon } from '../../../ui/icon';

interface Column {
  name: string;
  note?: string;
  isRequired?: boolean;
}

/** The columns of the file, with the two required ones marked (docs/product/import.md#columns-of-the-file). */
const columns: readonly Column[] = [
  { name: 'Business Name', isRequired: true },
  { name: 'Address' },
  { name: 'State', note: '(state code)' },
  { name: 'Contact Name' },
  { name: 'Phone' },
  { name: 'Email Address' },
  { name: 'Website' },
  { name: 'User', note: '(username to assign to)', isRequired: true },
  { name: 'Custom Tag', note: '(comma separated)' },
];

export const RequiredColumns = () => (
  <aside className="card" aria-label="Required columns">
    <h2 className="card-header lf-import-head">Required columns</h2>
    <div className="card-body">
      <ul className="list-unstyled mb-0 d-grid gap-2 lf-required">
        {columns.map(({ name, note, isRequired }) => (
          <li key={name} className="d-flex gap-2">
            <span className="sign">
              <Icon name={isRequired ? 'asterisk' : 'dot'} className={isRequired ? 'text-danger fs-star' : 'muted'} />
            </span>
            <span>
              {name} {note && <span className="muted">{note}</span>}
              {isRequired && <span className="visually-hidden"> (in every row)</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="muted small mt-3 pt-3 border-top">
        All imported businesses automatically get the &apos;Imported&apos; tag.
      </p>
    </div>
  </aside>
);
