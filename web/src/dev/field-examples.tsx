import { useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { AssigneeSelect } from '../ui/assignee-select';
import { Combobox } from '../ui/combobox';
import { FileInput } from '../ui/file-input';
import { Icon } from '../ui/icon';
import { InlineEdit } from '../ui/inline-edit';
import { PasswordField } from '../ui/password-field';
import { UserSelect, type UserOption } from '../ui/user-select';
import { ReturnReasonFields, type ReturnReason } from '../ui/return-reason';
import { SearchField } from '../ui/search-field';
import { ButtonSpinner } from '../ui/spinner';
import { TextField } from '../ui/text-field';
import { ViewSwitch } from '../ui/view-switch';
import { ZoneSelect } from '../ui/zone-select';
import { Example } from './example';

const team: UserOption[] = [
  { id: 1, username: 'dana', fullName: 'Dana Whitfield' },
  { id: 2, username: 'maria', fullName: 'Maria Castellanos' },
];
const onLeave: UserOption = {
  id: 3,
  username: 'sam',
  fullName: 'Sam Okafor',
  leave: { until: '2026-12-04', standIn: { id: 2, username: 'maria', fullName: 'Maria Castellanos' } },
};
const crowd = Array.from({ length: 201 }, (_, index) => ({
  id: index,
  username: `user${index}`,
  fullName: `Person ${index}`,
}));
const variants = ['primary', 'outline-secondary', 'ghost', 'danger', 'outline-danger', 'link'];
const cities = ['Little Rock', 'Littleton', 'Little Elm'].map((label) => ({ value: label, label, hint: 'USA' }));
const views = [
  { value: 'list', label: 'List View', icon: 'list-ul' },
  { value: 'table', label: 'Table View', icon: 'table' },
  { value: 'map', label: 'Map View', icon: 'map' },
] as const;

/** Buttons, fields and selects. */
export function FieldExamples() {
  const [text, setText] = useState('Littl');
  const [user, setUser] = useState<number | null>(null);
  const [assignee, setAssignee] = useState<number | null>(onLeave.id);
  const [zone, setZone] = useState<string | null>('Pacific/Honolulu');
  const [view, setView] = useState<(typeof views)[number]['value']>('list');
  const [email, setEmail] = useState('dana@northfield.example');
  const [why, setWhy] = useState<ReturnReason>({ reason: 'other', notes: '' });
  const file = useRef<HTMLInputElement>(null);
  const save = async (value: string) => setEmail(value);
  return (
    <>
      <Example name="Buttons: each variant, small, off, pending, icon alone">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">Small</Button>
        <Button disabled>Off</Button>
        <Button disabled>
          <ButtonSpinner />
          Saving...
        </Button>
        <Button variant="ghost" className="btn-icon" aria-label="Edit" title="Edit">
          <Icon name="pencil" />
        </Button>
      </Example>
      <Example name="File">
        <FileInput ref={file} label="CSV file" accept=".csv" onChoose={() => undefined} />
        <Button variant="outline-secondary" onClick={() => file.current?.click()}>
          Choose a CSV file
        </Button>
      </Example>
      <Example name="Time zone" stacked>
        <ZoneSelect label="Time zone" value={zone} onChange={setZone} placeholder="As your team" />
      </Example>
      <Example name="Reason of a return" stacked>
        <ReturnReasonFields value={why} onChange={setWhy} />
      </Example>
      <Example name="View switch">
        <ViewSwitch views={views} value={view} onChange={setView} />
      </Example>
      <Example name="Text field: plain, with a hint, wrong, off" stacked>
        <TextField label="Full Name" defaultValue="Dana Whitfield" />
        <TextField label="Username" hint="3 to 50 letters, digits, dots, dashes." />
        <TextField label="Email" defaultValue="dana@" error="Please enter a valid email address" />
        <TextField label="Role" defaultValue="Admin" disabled />
      </Example>
      <Example name="Password field: with a link, wrong" stacked>
        <PasswordField label="Password" defaultValue="Demo1234" aside={<a href="#password">Forgot password?</a>} />
        <PasswordField label="Password" defaultValue="short" error="Password must be at least 6 characters" />
      </Example>
      <Example name="Search field, combobox" stacked>
        <SearchField label="Search Name" value="" onChange={() => undefined} />
        <Combobox
          label="Location"
          text={text}
          onText={setText}
          suggestions={cities}
          onChoose={({ value }) => setText(value)}
        />
      </Example>
      <Example name="User: out of few, out of many, wrong" stacked>
        <UserSelect label="User" people={team} value={user} onChange={setUser} placeholder="Select a user" />
        <UserSelect
          label="One of many"
          people={crowd}
          value={null}
          onChange={() => undefined}
          placeholder="Select a user"
        />
        <UserSelect
          label="Missing"
          people={team}
          value={null}
          onChange={() => undefined}
          placeholder="Select a user"
          invalid
        />
      </Example>
      <Example name="Who gets leads: a person on leave" stacked>
        <AssigneeSelect
          label="User on leave"
          people={[...team, onLeave]}
          value={assignee}
          onChange={setAssignee}
          placeholder="Select a user"
        />
      </Example>
      <Example name="Inline edit: a value, none yet, one that will not do, one that fails">
        <InlineEdit name="email" type="email" value={email} onSave={save}>
          {email}
        </InlineEdit>
        <InlineEdit name="phone" type="tel" value="" onSave={save}>
          <span className="muted">No phone</span>
        </InlineEdit>
        <InlineEdit name="website" type="url" value="northfield" check={() => 'Please enter a website'} onSave={save}>
          northfield
        </InlineEdit>
        <InlineEdit name="contact person" value="Dana" onSave={() => Promise.reject(new Error('Not saved'))}>
          Dana
        </InlineEdit>
      </Example>
      <Example name="Inline edit: one of a list, several of a list, a date, several lines">
        <InlineEdit name="plan" value="Gold" choices={['Gold', 'Silver']} onSave={save}>
          Gold
        </InlineEdit>
        <InlineEdit name="tools" value="Phone; Visit" choices={['Phone', 'Mail', 'Visit']} several onSave={save}>
          Phone, Visit
        </InlineEdit>
        <InlineEdit name="renewal" type="date" value="2026-12-31" onSave={save}>
          Dec 31, 2026
        </InlineEdit>
        <InlineEdit name="remarks" value="Wants a quotation." lines onSave={save}>
          Wants a quotation.
        </InlineEdit>
      </Example>
    </>
  );
}
