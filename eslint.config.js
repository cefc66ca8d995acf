import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { functionNames } from './scripts/eslint/function-names.js';
import { noLiterals } from './scripts/eslint/no-literals.js';
import { APP_ORDER, FEATURES_ORDER, HOSTS_ORDER, RENDERER_ORDER } from './scripts/eslint/order.js';
import svelteConfig from './src-renderer/svelte.config.js';

/** The layers, and what each may import (docs/architecture.md, "The shape of the house"). `contract/errors` is open to all but domain. */
const LAYERS = ['domain', 'contract', 'service', 'storage', 'workbook', 'platform', 'app', 'sandbox', 'hosts'];
const MAY_IMPORT = {
  domain: [],
  contract: ['domain'],
  service: ['domain', 'contract'],
  storage: ['domain', 'contract'],
  workbook: ['domain', 'contract', 'platform'],
  platform: ['domain', 'contract'],
  sandbox: ['domain', 'contract'],
  app: ['domain', 'contract', 'service', 'storage', 'workbook', 'platform', 'sandbox'],
  hosts: ['domain', 'contract', 'app', 'platform'],
};

/** Below app nobody knows the documents of the contract: of it, its errors alone. */
const KNOW_ERRORS_ALONE = ['service', 'storage', 'workbook', 'platform'];

const COMES_LATER = 'It comes later in the order of folders (scripts/eslint/order.js): move what both need below them.';

/** The layers whose folders have an order. */
const INSIDE = { app: APP_ORDER, hosts: HOSTS_ORDER };

/** One block a layer, and one for each folder of a layer whose folders have an order. */
const directionRules = LAYERS.flatMap((layer) => [
  directionRule(layer, `src-main/${layer}/**/*.{ts,js}`),
  ...(INSIDE[layer] ?? []).map((folder, place) =>
    directionRule(layer, `src-main/${layer}/${folder}/**/*.{ts,js}`, INSIDE[layer], place),
  ),
]);

/** `#layer/…` and relative paths into a layer or folder that the files may not know are refused. */
function directionRule(layer, files, order = [], place = 0) {
  const forbidden = LAYERS.filter((other) => other !== layer && !MAY_IMPORT[layer].includes(other));
  return {
    files: [files],
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
            ...(KNOW_ERRORS_ALONE.includes(layer)
              ? [
                  {
                    regex: '^#contract/(?!errors\\.ts$)',
                    message: `Of the contract ${layer}/ knows the errors, and no document.`,
                  },
                ]
              : []),
            ...laterOnes(order, place),
            ...(layer === 'hosts'
              ? [
                  {
                    regex: '^#app/compose/(?!index\\.ts$)',
                    message: 'Of the composition root, only what it makes: App.',
                  },
                ]
              : []),
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
}

/** The renderer knows the contract's types, and nothing else of src-main (docs/architecture.md, "The shape of the house"). */
function rendererRule(files, patterns = []) {
  return {
    files: [files],
    ignores: ['src-renderer/vite.config.ts'],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^#(?!contract/|domain/(texts/|upload/settings\\.js$))',
              message:
                'The renderer knows contract types, the catalogue of texts and the settings of an upload, and nothing else of src-main.',
            },
            {
              // The fields of the local data, what people call them and the lists of choices are plain data.
              regex: '^#contract/(?!(data-fields|data|conciliaciones)\\.ts$)',
              allowTypeImports: true,
              message: 'Only types: zod and the catalogue stay out of the bundle.',
            },
            { regex: 'src-main|^node:|^electron', message: 'The renderer runs in a page.' },
            ...patterns,
          ],
        },
      ],
    },
  };
}

/** Refuses the folders of an order that come after the one at `place`. */
function laterOnes(order, place) {
  const later = order.slice(place + 1);
  if (later.length === 0) return [];
  return [{ regex: `^(\\.\\./)+(${later.join('|')})/`, message: COMES_LATER }];
}

const rendererRules = [
  rendererRule('src-renderer/**/*.{ts,svelte}'),
  ...RENDERER_ORDER.map((folder, place) =>
    rendererRule(`src-renderer/${folder}/**/*.{ts,svelte}`, laterOnes(RENDERER_ORDER, place)),
  ),
  ...FEATURES_ORDER.map((feature, place) =>
    rendererRule(`src-renderer/features/${feature}/**/*.{ts,svelte}`, [
      ...laterOnes(RENDERER_ORDER, RENDERER_ORDER.indexOf('features')),
      ...laterOnes(FEATURES_ORDER, place),
    ]),
  ),
];

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
      'no-useless-rename': 'error',
      'object-shorthand': ['error', 'properties'],
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
      // The rule is for SvelteKit; here the routes are hashes of one page.
      'svelte/no-navigation-without-resolve': 'off',
      'prefer-const': 'off',
    },
  },
  {
    files: ['src-main/**/*.ts', 'src-renderer/**/*.ts', 'src-renderer/**/*.svelte', 'bench/**/*.ts', 'scripts/**/*.ts'],
    plugins: { names: { rules: { functions: functionNames } } },
    rules: { 'names/functions': 'error' },
  },
  ...rendererRules,
  { files: ['bench/**', 'scripts/**', 'bin/**'], rules: { 'no-console': 'off' } },
  ...directionRules,
);
