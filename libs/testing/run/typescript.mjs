// `node --import` this file: the process then runs the workspace's TypeScript from its sources, without a build.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
