import { entryProblem, merkleRoot, sealHash, sealProblem, type AuditSeal } from './audit-seal.rules.js';

describe('the root of a Merkle tree', () => {
  // The tree of the tests of Certificate Transparency, which RFC 6962 defines.
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  it.each([
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of %d leaves is that of RFC 6962', (count, root) => expect(merkleRoot(leaves.slice(0, count))).toBe(root));
});

const sealOf = (n: number, previous: AuditSeal | null, leaves: string[]): AuditSeal => {
  const seal = {
    n,
    lastId: 10 * n,
    ids: leaves.map((_, at) => 10 * (n - 1) + at + 1),
    leaves,
    newest: '2026-03-02T09:00:00.000Z',
    root: merkleRoot(leaves),
    previous: previous?.hash ?? '',
    sealedAt: '2026-03-02T10:00:00.000Z',
  };
  return { ...seal, hash: sealHash(seal) };
};
const first = sealOf(1, null, ['aa', 'bb', 'cc']);
const second = sealOf(2, first, ['dd']);

describe('a seal', () => {
  it('is right if it continues the one before, also without its entries', () => {
    expect(sealProblem(first, null)).toBe(null);
    expect(sealProblem(second, first)).toBe(null);
    expect(sealProblem({ ...second, ids: null, leaves: null }, first)).toBe(null);
  });

  it.each<[string, Partial<AuditSeal>]>([
    ['number', { n: 3 }],
    ['last entry', { lastId: 21 }],
    ['newest entry', { newest: '2026-01-01T09:00:00.000Z' }],
    ['time', { sealedAt: '2026-03-02T10:00:00.001Z' }],
    ['root', { root: first.root }],
    ['hashes of entries', { leaves: ['de'] }],
    ['ids', { ids: [11, 12] }],
    ['hash', { hash: first.hash }],
  ])('with another %s was changed', (_, change) =>
    expect(sealProblem({ ...second, ...change }, first)).toMatch(/^Seal \d was changed$/),
  );

  it('does not continue another one', () =>
    expect(sealProblem(second, { ...first, hash: 'ff' })).toBe('Seal 2 does not continue the seal before it'));
});

describe('the entries of a seal', () => {
  const entries = [
    { id: 1, leaf: 'aa' },
    { id: 2, leaf: 'bb' },
    { id: 3, leaf: 'cc' },
  ];
  const [one, two, three] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]];
  it.each([
    ['as sealed', entries, null],
    ['with one changed', [one, { id: 2, leaf: 'b0' }, three], { kind: 'changed', id: 2 }],
    ['without the first', [two, three], { kind: 'removed', id: 1 }],
    ['without the last', [one, two], { kind: 'removed', id: 3 }],
    ['with one between', [one, { id: 1.5, leaf: 'bb' }, two, three], { kind: 'added', id: 1.5 }],
    ['with one behind', [...entries, { id: 4, leaf: 'dd' }], { kind: 'added', id: 4 }],
  ])('%s', (_, found, problem) => expect(entryProblem(first, found)).toEqual(problem));

  it('are none once they were deleted', () => {
    const forgotten = { ...first, ids: null, leaves: null };
    expect(entryProblem(forgotten, [])).toBe(null);
    expect(entryProblem(forgotten, [one])).toEqual({ kind: 'added', id: 1 });
  });
});
