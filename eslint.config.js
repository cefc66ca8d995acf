import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { noLiterals } from './scripts/eslint/no-literals.js';
import svelteConfig from './src-renderer/svelte.config.js';

/** The layers, and what each may import (docs/architecture.md, "The shape of the house"). `contract/errors` is open to all but domain. */
const LAYERS = ['domain', 'contract', 'service', 'storage', 'workbook', 'platform', 'app', 'sandbox', 'hosts'];
const MAY_IMPORT = {
  domain: [],
  contract: ['domain'],
  service: ['domain', 'contract'],
  storage: ['domain', 'contract'],
  workbook: ['domain', 'contract'],
  platform: ['domain', 'contract'],
  sandbox: ['domain', 'contract'],
  app: ['domain', 'contract', 'service', 'storage', 'workbook', 'platform', 'sandbox'],
  hosts: ['domain', 'contract', 'app', 'platform'],
};

/** One block a layer: `#layer/…` and relative paths into a layer that it may not know are refused. */
const directionRules = LAYERS.map((layer) => {
  const forbidden = LAYERS.filter((other) => other !== layer && !MAY_IMPORT[layer].includes(other));
  return {
    files: [`src-main/${layer}/**/*.{ts,js}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...(forbidden.length === 0
              ? []
              : [
                  {
                    regex: `^#(${forbidden.join('|')})/`,
                    message: `${layer}/ may import ${MAY_IMPORT[layer].join(', ') || 'nothing of ours'}.`,
                  },
                ]),
            {
              regex: `^(\\.\\./)+(${LAYERS.join('|')})/`,
              message: 'Another layer is imported as #layer/…, so that the direction shows.',
            },
            ...(layer === 'hosts'
              ? []
              : [{ regex: '^electron(/|$)', message: 'Only hosts/electron imports electron.' }]),
            ...(layer === 'domain' || layer === 'contract'
              ? [{ regex: '^node:', message: `${layer}/ is pure: what the machine provides comes in by parameter.` }]
              : []),
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'out',
      'dist',
      'coverage',
      'resources',
      'capturas',
      'src-renderer/paraglide',
      '**/.svelte-check',
    ],
  },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts'],
    // The rules that need types are in .oxlintrc.json (docs/decisions/0015).
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // The machine comes in by parameter: only platform/ and the hosts know it (docs/style.md §2).
    files: ['src-main/{domain,contract,service,storage,app}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'fetch', 'performance'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the clock by parameter.' },
        { object: 'Math', property: 'random', message: 'Take the source of randomness by parameter.' },
      ],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: tseslint.parser, svelteConfig } },
    plugins: { conciliador: { rules: { 'sin-literales': noLiterals } } },
    rules: {
      // The type checker's rules need types of .svelte files that only svelte-check has.
      'conciliador/sin-literales': 'error',
      'svelte/require-each-key': 'error',
      // The content security policy drops style attributes; `style:--x={…}` goes through the CSSOM and stays.
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a class or style:--x={…}.' },
      ],
      'svelte/no-at-html-tags': 'error',
      'prefer-const': 'off',
    },
  },
  {
    // The renderer knows the contract's types, and nothing else of src-main (docs/architecture.md, "The shape of the house").
    files: ['src-renderer/**/*.{ts,svelte}'],
    ignores: ['src-renderer/vite.config.ts'],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^#(?!contract/)', message: 'The renderer knows contract types, and nothing else of src-main.' },
            {
              // The fields of the local data, what people call them and the lists of choices are plain data.
              regex: '^#contract/(?!(data-(fields|labels)|data|conciliaciones)\\.ts$)',
              allowTypeImports: true,
              message: 'Only types: zod and the catalogue stay out of the bundle.',
            },
            { regex: 'src-main|^node:|^electron', message: 'The renderer runs in a page.' },
          ],
        },
      ],
    },
  },
  { files: ['bench/**', 'scripts/**', 'bin/**'], rules: { 'no-console': 'off' } },
  ...directionRules,
);
