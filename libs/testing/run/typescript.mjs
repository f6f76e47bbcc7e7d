// With `node --import` of this file, a process runs the workspace's TypeScript from its sources without a build.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
