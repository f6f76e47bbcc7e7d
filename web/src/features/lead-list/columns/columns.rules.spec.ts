import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { columnChoices, columnsKind, defaultColumns, isFull, movedColumn, toggled } from './columns.rules';

const field = (key: string, archived = false) => ({ key, name: key.toUpperCase(), archived }) as CustomFieldDefinition;

describe('The columns of the table', () => {
  it.each<[unknown, readonly string[]]>([
    [undefined, defaultColumns],
    [[], defaultColumns],
    [['<script>', 5, 'constructor', 'field.a b', 'my.field.a', ['status']], defaultColumns],
    [
      ['phone', 'field.plan_of_2026', 'phone', 'status'],
      ['phone', 'field.plan_of_2026', 'status'],
    ],
  ])('read from %j are %j', (stored, columns) => {
    expect(columnsKind.read(stored)).toEqual(columns);
  });

  it('are assignee, status and day of the assignment by default', () => {
    expect(defaultColumns).toEqual(['assignee', 'status', 'assigned']);
    expect(columnsKind.fallback).toEqual(defaultColumns);
    expect(columnsKind.fromAddress(['phone', 'status'])).toEqual(['phone', 'status']);
  });

  it('are at most 20', () => {
    expect([19, 20, 21].map((length) => isFull(Array.from({ length }, String)))).toEqual([false, true, true]);
    expect(columnsKind.read(Array.from({ length: 30 }, (_, at) => `field.f${at}`))).toHaveLength(20);
  });

  it('offer the chosen ones first, and no archived or removed field', () => {
    const chosen = ['field.plan', 'status', 'field.gone', 'field.old'];
    const choices = columnChoices(chosen, [field('size'), field('plan'), field('old', true)]);
    expect(choices.chosen).toEqual([
      { id: 'field.plan', label: 'PLAN' },
      { id: 'status', label: 'Status' },
    ]);
    expect(choices.others.map(({ label }) => label)).toEqual([
      'Assigned To',
      'Date Assigned',
      'Address',
      'State',
      'Phone',
      'Email',
      'Website',
      'Contact Person',
      'Tags',
      'Last Contact',
      'Territory',
      'SIZE',
    ]);
  });

  it('change by a box and move by one place', () => {
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(movedColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(movedColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    for (const [id, by] of [
      ['a', -1],
      ['c', 1],
      ['z', 1],
    ] as const) {
      expect(movedColumn(['a', 'b', 'c'], id, by)).toEqual(['a', 'b', 'c']);
    }
  });
});
