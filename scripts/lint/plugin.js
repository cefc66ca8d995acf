// @ts-check
import { direction } from './direction.ts';
import { functionNames } from './function-names.js';

/** Our rules, as a plugin for both linters. */
export default { meta: { name: 'ours' }, rules: { direction, 'function-names': functionNames } };
