// What oxlint checks of sources in TypeScript and JavaScript. Components, and what is Svelte's in state classes, ESLint checks (eslint.config.js).
import { defineConfig, type DummyRuleMap } from 'oxlint';

/** What `tseslint.configs.strict` refuses in components, here with the same options. */
const STRICT = {
  'no-array-constructor': 'error',
  'no-unused-expressions': 'error',
  'no-useless-constructor': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/no-duplicate-enum-values': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extra-non-null-assertion': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-invalid-void-type': 'error',
  'typescript/no-misused-new': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-asserted-optional-chain': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-this-alias': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unsafe-declaration-merging': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-wrapper-object-types': 'error',
  'typescript/prefer-as-const': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-namespace-keyword': 'error',
  'typescript/triple-slash-reference': 'error',
  'typescript/unified-signatures': 'error',
} satisfies DummyRuleMap;

export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint/plugin.js'],
  categories: { correctness: 'off' },
  ignorePatterns: ['out', 'dist', 'coverage', 'resources', 'capturas', 'src-renderer/paraglide', '**/*.svelte'],
  rules: {
    ...STRICT,
    'ours/direction': 'error',
    // Types may be circular inside a folder; between folders the rule `direction` refuses them.
    'import/no-cycle': ['error', { ignoreTypes: true }],
    // These need types.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    // `import { type X }` would load the module, and the schemas of the contract with it into the first screen.
    'typescript/no-import-type-side-effects': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-console': 'error',
    'no-useless-rename': 'error',
    'object-shorthand': ['error', 'properties'],
    eqeqeq: 'error',
  },
  overrides: [
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
    { files: ['{src-main,src-renderer,bench,scripts}/**/*.ts'], rules: { 'ours/function-names': 'error' } },
    { files: ['{bench,scripts,bin}/**'], rules: { 'no-console': 'off' } },
    // What `$state` and `$props` give is declared with `let`.
    { files: ['**/*.svelte.ts'], rules: { 'prefer-const': 'off' } },
  ],
});
