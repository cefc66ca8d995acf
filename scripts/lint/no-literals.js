// @ts-check
/** Attributes that a person reads or hears. */
const READ_ALOUD = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const WITH_LETTERS = /^(?!https?:\/\/$).*\p{L}{2,}/su;

/**
 * Refuses words written in a component: every text for people comes from the message catalogue (docs/screens.md), because the second language would
 * silently miss it. Key names in `<kbd>` are the same in both.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noLiterals = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'A text for people («{{text}}») belongs in src-renderer/messages/.' },
  },
  create(context) {
    /** @param {any} node @param {string} text */
    const refuse = (node, text) => {
      if (WITH_LETTERS.test(text))
        context.report({ node, messageId: 'literal', data: { text: text.trim().slice(0, 40) } });
    };
    return {
      /** @param {any} node */
      SvelteText(node) {
        if (node.parent?.type !== 'SvelteElement') return;
        const name = node.parent.name?.name;
        if (name !== 'kbd' && name !== 'Key' && name !== 'style' && name !== 'script') refuse(node, node.value);
      },
      /** @param {any} node */
      SvelteAttribute(node) {
        if (!READ_ALOUD.has(node.key?.name)) return;
        for (const value of node.value) if (value.type === 'SvelteLiteral') refuse(value, value.value);
      },
    };
  },
};
