import path from 'node:path';
import { workspace } from './workspace-files.mjs';

const refused = ['utils', 'util', 'common', 'shared', 'helpers', 'types', 'constants', 'interfaces'];

export const folderNames = {
  meta: { type: 'problem', schema: [], docs: { description: 'No folders named utils, common, shared or helpers.' } },
  create(context) {
    const folders = path.relative(workspace, path.dirname(context.filename)).split(path.sep);
    const bad = folders.find((folder) => refused.includes(folder));
    return {
      Program(node) {
        if (bad) context.report({ node, message: `Name the folder ${bad} after what its files are about.` });
      },
    };
  },
};
