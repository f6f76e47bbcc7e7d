import { boundaries } from './boundaries.mjs';
import { circles } from './circles.mjs';
import { folderNames } from './folder-names.mjs';
import { plainWords } from './plain-words.mjs';
import { defaultExport, environment, markup } from './restricted-syntax.mjs';

export default {
  meta: { name: 'lead-finder' },
  rules: {
    boundaries,
    circles,
    'default-export': defaultExport,
    environment,
    'folder-names': folderNames,
    markup,
    'plain-words': plainWords,
  },
};
