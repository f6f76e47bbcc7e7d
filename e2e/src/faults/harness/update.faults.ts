import { ChangingImport } from './changing-import.js';
import { dieAt, type Fault } from './fault.js';
import type { Role } from './split-product.js';

const dies = (
  name: string,
  during: 'change' | 'undo',
  role: Role,
  failpoint: string,
  max: number,
  what: string,
): Fault => ({
  name,
  what,
  act: async (stage) => {
    const changing = await ChangingImport.prepare(stage);
    if (during === 'undo') await changing.change();
    await dieAt(stage, role, failpoint, stage.dice.between(1, max), () => changing[during]());
    if (during === 'change') await changing.undo();
  },
});

export const updateFaults: readonly Fault[] = [
  dies(
    'update-die-before-commit',
    'change',
    'leads',
    'update.before-commit',
    3,
    'leads dies before the commit of a batch that changes leads; then the import is undone',
  ),
  dies(
    'update-die-after-batch',
    'change',
    'leads',
    'update.before-answer',
    3,
    'leads dies after the commit of such a batch and before the response; then the import is undone',
  ),
  dies(
    'update-die-after-checkpoint',
    'change',
    'imports',
    'checkpoint.after-commit',
    2,
    'the worker dies right after a checkpoint of an import that changes leads; then the import is undone',
  ),
  dies(
    'undo-die-before-commit',
    'undo',
    'leads',
    'undo.before-commit',
    1,
    'leads dies before the commit of a part of an undo',
  ),
  dies(
    'undo-die-after-chunk',
    'undo',
    'leads',
    'undo.before-answer',
    1,
    'leads dies after the commit of a part of an undo and before the response',
  ),
  dies(
    'undo-die-after-count',
    'undo',
    'imports',
    'undo.after-count',
    1,
    'the worker dies right after it noted how far an undo is',
  ),
];
