// @ts-check
import { direction } from './direction.ts';
import { functionNames } from './function-names.js';

/** Our rules for sources and components alike, in the form that both linters load. */
export default { meta: { name: 'ours' }, rules: { direction, 'function-names': functionNames } };
