// The folders of each layer in order: a folder may import only those before it, so that there are no cycles. direction.ts refuses other imports;
// test/docs/sources.test.ts checks that all folders are listed.

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

/** `screens`, the code that both hosts of the screens share, comes first. */
export const HOSTS_ORDER = ['screens', 'loopback', 'electron', 'cli'];

/** The folders of src-renderer: shared ones, features, and the frame around them. */
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
