interface Column {
  name: string;
  note?: string;
}

/** docs/product/import.md#columns-of-the-file */
const required: readonly Column[] = [{ name: 'Business Name' }, { name: 'User', note: '(username to assign to)' }];
const optional: readonly Column[] = [
  { name: 'Address' },
  { name: 'State', note: '(state code)' },
  { name: 'Contact Name' },
  { name: 'Phone' },
  { name: 'Email Address' },
  { name: 'Website' },
  { name: 'Custom Tag', note: '(comma separated)' },
  { name: 'Contact 2 Name', note: '(also Role, Phone and Email, up to Contact 5)' },
];

const ColumnList = ({ columns }: { columns: readonly Column[] }) => (
  <ul className="list-unstyled mb-0 d-grid gap-2 lf-required">
    {columns.map(({ name, note }) => (
      <li key={name}>
        {name} {note && <span className="muted">{note}</span>}
      </li>
    ))}
  </ul>
);

export const RequiredColumns = () => (
  <aside className="card" aria-label="Columns of the file">
    <h2 className="card-header lf-import-head">Required columns</h2>
    <div className="card-body">
      <ColumnList columns={required} />
      <p className="muted small mt-2">User is not needed if you choose one person for all rows.</p>
      <h2 className="lf-import-head border-top pt-3 mt-3 mb-2">Optional columns</h2>
      <ColumnList columns={optional} />
      <p className="muted small mt-3 pt-3 border-top">
        All imported businesses automatically get the &apos;Imported&apos; tag.
      </p>
    </div>
  </aside>
);
