// What ESLint checks of components (`*.svelte`) and of the state classes of the screens (`*.svelte.ts`); everything else, and of the state
// classes whatever is not Svelte's, oxlint checks (oxlint.config.ts, docs/decisions/0015).
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { noLiterals } from './scripts/lint/no-literals.js';
import ours from './scripts/lint/plugin.js';
import svelteConfig from './src-renderer/svelte.config.js';

export default tseslint.config(
  { ignores: ['out', '**/.svelte-check', '**/*.js', '**/*.ts', '!**/*.svelte.ts'] },
  { files: ['**/*.svelte'], extends: [tseslint.configs.strict] },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: tseslint.parser, svelteConfig } },
    rules: {
      'svelte/require-each-key': 'error',
      'svelte/no-at-html-tags': 'error',
      // The rule is for SvelteKit; here the routes are hashes of one page.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    plugins: { ours, screens: { rules: { 'no-literals': noLiterals } } },
    rules: {
      'ours/direction': 'error',
      'ours/function-names': 'error',
      'screens/no-literals': 'error',
      'prefer-const': 'off', // what `$state` and `$props` give is declared with `let`
      // The content security policy drops style attributes; `style:--x={…}` goes through the CSSOM and stays.
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a class or style:--x={…}.' },
      ],
    },
  },
);
