import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';

/** Define them before the story begins. */
export const updatedFields = [
  { name: 'Seats', type: 'number' },
  { name: 'Remarks', type: 'long_text' },
];
const cells = {
  Email: fc.constantFrom('', 'a@example.com', 'b@example.com', 'c@example.com'),
  'Contact Name': fc.constantFrom('', 'Ann', 'Bo'),
  Phone: fc.constantFrom('', '', '501 555 0100', '501 555 0101'),
  Website: fc.constantFrom('', '', 'https://own.example'),
  'Custom Tag': fc.constantFrom('', 'Hot', 'Hot, New', 'Old'),
  Seats: fc.constantFrom('', '1', '2'),
  // Long enough that some hundred rows are several batches.
  Remarks: fc.constantFrom('', 'r'.repeat(1_400), 's'.repeat(1_800)),
};
type Cells = Record<keyof typeof cells, string>;
const header = ['Lead UUID', 'Business Name', 'Address', 'User', ...Object.keys(cells)];
const blank = Object.fromEntries(Object.keys(cells).map((title) => [title, ' '])) as Cells;

const part = fc.record({
  before: fc.record(cells),
  after: fc.record(cells),
  row: fc.constantFrom('by uuid', 'by uuid', 'by uuid', 'by name', 'blank', 'absent'),
  behind: fc.constantFrom('', '', '', '', 'again', 'unknown', 'invalid', 'new'),
});
const edit = (leads: number) =>
  fc.record({ lead: fc.nat(leads - 1), what: fc.constantFrom('email', 'contactPerson', 'seats', 'tag', 'archived') });
export type Edit = typeof edit extends (leads: number) => fc.Arbitrary<infer T> ? T : never;

/** Random leads, a random file that changes them, and what users change after it. The seed repeats it. */
export class UpdatingStory {
  private readonly parts;
  /** Of the file that changes the leads. */
  readonly rows: number;
  /** At most one for each lead. */
  readonly edits: readonly Edit[];

  constructor(
    seed: number,
    leads: number,
    edits: number,
    private readonly username: string,
  ) {
    this.parts = fc.sample(part, { seed, numRuns: leads });
    this.rows = this.changing('', []).trimEnd().split('\n').length - 1;
    const all = fc.sample(edit(leads), { seed, numRuns: edits });
    this.edits = [...new Map(all.map((each) => [each.lead, each])).values()];
  }

  /** The file that makes the leads. Each name is the prefix and the number of the lead. */
  making(prefix: string): string {
    return text(this.parts.map(({ before }, lead) => line(before, this.named(prefix, lead))));
  }

  changing(prefix: string, uuids: readonly string[]): string {
    const rows = this.parts.flatMap(({ after, row, behind }, lead) => [
      ...{
        absent: [],
        blank: [line(blank, { uuid: uuids[lead] })],
        'by name': [line(after, this.named(prefix, lead))],
        'by uuid': [line(after, { uuid: uuids[lead] })],
      }[row],
      ...{
        '': [],
        again: [line(after, { uuid: uuids[lead] })],
        unknown: [line(after, { uuid: `aaaaaaaa-0000-4000-8000-${String(lead).padStart(12, '0')}` })],
        invalid: [line({ ...after, Email: 'nowhere' }, { uuid: uuids[lead] })],
        new: [line(after, this.named(prefix, this.parts.length + lead))],
      }[behind],
    ]);
    return text(rows);
  }

  private named(prefix: string, lead: number) {
    return { name: `${prefix} ${lead}`, address: `${lead} Main St, Austin, TX 78701, USA`, user: this.username };
  }
}

const line = (of: Cells, { uuid = '', name = '', address = '', user = '' }: Partial<Record<string, string>>) => [
  uuid,
  name,
  address,
  user,
  ...Object.values(of),
];
const text = (lines: string[][]) => stringify([header, ...lines]);
