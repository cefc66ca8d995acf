// @ts-check
import { readFileSync } from 'node:fs';

/** Verbs with which names of functions may begin, from verbs.txt: one in a line, comments begin with `#`. */
const VERBS = new Set(
  readFileSync(new URL('verbs.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((word) => word !== ''),
);
/** Other first words: for tests (`isOpen`), conversions (`toRow`, `withReasons`), handlers (`onClose`) and orders (`byDate`). */
const FIRST =
  /^(?:is|are|was|were|has|have|had|can|could|must|may|should|will|would|does|did|needs|to|from|with|without|on|by|as)(?=[A-Z]|$)/;
/** Last words of names that say what a function gives of its argument: `textOf(cupon)`, `rowsIn(file)`. */
const LAST =
  /[a-z](?:Of|For|In|At|By|With|From|To|Like|As|On|Under|After|Before|Between|Within|Around|Among|Against)(?=[A-Z]|$)/;

/** @param {string} name */
const isFunctionName = (name) =>
  /^[A-Z_$]/.test(name) || FIRST.test(name) || LAST.test(name) || VERBS.has(/^[a-z]+/.exec(name)?.[0] ?? '');

/**
 * Refuses a function whose name neither begins with a verb nor has one of the forms of docs/style.md, "Names".
 * @type {import('eslint').Rule.RuleModule}
 */
export const functionNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      noun: '«{{name}}» does not say what it does (docs/style.md, "Names"; verbs: scripts/lint/verbs.txt).',
    },
  },
  create(context) {
    /** @param {any} node */
    const look = ({ id }) => {
      if (id?.type === 'Identifier' && !isFunctionName(id.name))
        context.report({ node: id, messageId: 'noun', data: { name: id.name } });
    };
    return {
      FunctionDeclaration: look,
      'VariableDeclarator[init.type=/^(Arrow)?FunctionExpression$/]': look,
    };
  },
};
