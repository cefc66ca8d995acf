// The folders of each part, each after those that it imports. A folder may not import a later one, so there is no cycle. direction.ts refuses imports
// by these lists; test/docs/sources.test.ts checks that they list all folders.

export const APP_ORDER = [
  'dispatch',
  'coverage',
  'reports',
  'upload',
  'accounts',
  'open',
  'uploaded',
  'figures',
  'demo',
  'sync',
  'browse',
  'home',
  'checks',
  'cierre',
  'conciliaciones',
  'explanations',
  'decisions',
  'conciliar',
  'papers',
  'settings',
  'updates',
  'compose',
];

/** The code that both hosts of the screens share comes first. */
export const HOSTS_ORDER = ['screens', 'loopback', 'electron', 'cli'];

/** The folders of src-renderer with code. Features come after the shared folders, and the frame around them comes last. */
export const RENDERER_ORDER = ['api', 'ui', 'shared', 'features', 'frame'];

export const FEATURES_ORDER = [
  'help',
  'trail',
  'home',
  'sending',
  'review',
  'settings',
  'calendario',
  'data',
  'first-run',
  'checks',
  'till-bridge',
  'cierre',
  'explanations',
  'previa',
  'conciliaciones',
  'without-cupon',
  'wizard',
];
