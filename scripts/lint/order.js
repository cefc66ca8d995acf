// The folders of each part, each after those that it imports: one that is named later may not be imported, so that there is no cycle.
// direction.ts refuses imports by these lists; test/docs/sources.test.ts keeps them equal to the folders.

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

/** What both hosts of the screens share comes first. */
export const HOSTS_ORDER = ['screens', 'loopback', 'electron', 'cli'];

/** The folders of src-renderer that have code. Features come between what all screens share and the frame around them. */
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
