import path from 'node:path';
import type { Rule } from 'eslint';
import { APP_ORDER, FEATURES_ORDER, HOSTS_ORDER, RENDERER_ORDER } from './order.js';

/** Imports that a file may not have, and why, for the person who writes one. */
interface Refused {
  readonly imports: RegExp;
  readonly message: string;
  /** True if importing types is allowed. */
  readonly exceptTypes?: boolean;
}

/** For each layer, the layers that it may import (docs/architecture.md, "The shape of the house"). All layers but domain may import `contract/errors`. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['domain', []],
  ['contract', ['domain']],
  ['service', ['domain', 'contract']],
  ['storage', ['domain', 'contract', 'platform']],
  ['workbook', ['domain', 'contract', 'platform']],
  ['platform', ['domain', 'contract']],
  ['app', ['domain', 'contract', 'service', 'storage', 'workbook', 'platform', 'sandbox']],
  ['sandbox', ['domain', 'contract']],
  ['hosts', ['domain', 'contract', 'app', 'platform']],
]);
const LAYERS = [...MAY_IMPORT.keys()];

/** Layers that may import only the errors of the contract. */
const KNOW_ERRORS_ALONE = ['service', 'storage', 'workbook', 'platform'];

/** Refuses imports of the folders that come after `folder` in `order`. */
function refuseLater(order: readonly string[], folder: string): readonly Refused[] {
  const later = order.includes(folder) ? order.slice(order.indexOf(folder) + 1) : [];
  if (later.length === 0) return [];
  return [
    {
      imports: new RegExp(`^(\\.\\./)+(${later.join('|')})/`),
      message: 'It comes later in the order of folders (scripts/lint/order.js): move what both need below them.',
    },
  ];
}

/** Refuses `#layer/…` and relative paths that lead to a layer or folder which this layer may not import. */
function refusedInLayer(layer: string, folder: string): readonly Refused[] {
  const known = MAY_IMPORT.get(layer);
  if (known === undefined) return [];
  const forbidden = LAYERS.filter((other) => other !== layer && !known.includes(other));
  const refused: Refused[] = [
    {
      imports: new RegExp(`^(\\.\\./)+(${LAYERS.join('|')})/`),
      message: 'Another layer is imported as #layer/…, so that the direction shows.',
    },
  ];
  if (forbidden.length > 0)
    refused.push({
      imports: new RegExp(`^#(${forbidden.join('|')})/`),
      message: `${layer}/ may import ${known.join(', ') || 'nothing of ours'}.`,
    });
  if (KNOW_ERRORS_ALONE.includes(layer))
    refused.push({
      imports: /^#contract\/(?!errors\.ts$)/,
      message: `Of the contract ${layer}/ knows the errors, and no document.`,
    });
  if (layer === 'hosts')
    refused.push({
      imports: /^#app\/compose\/(?!index\.ts$)/,
      message: 'Of the composition root, only what it makes: App.',
    });
  else refused.push({ imports: /^electron(\/|$)/, message: 'Only hosts/electron imports electron.' });
  if (layer === 'domain' || layer === 'contract')
    refused.push({ imports: /^node:/, message: `${layer}/ is pure: what the machine provides comes in by parameter.` });
  if (layer === 'app') refused.push(...refuseLater(APP_ORDER, folder));
  if (layer === 'hosts') refused.push(...refuseLater(HOSTS_ORDER, folder));
  return refused;
}

/**
 * Refuses the renderer all of src-main except the types of the contract and the modules in the first message (docs/architecture.md, "The shape of the
 * house").
 */
const REFUSED_IN_RENDERER: readonly Refused[] = [
  {
    imports: /^#(?!contract\/|domain\/(texts\/|(upload\/settings\.js|far-amounts\.ts)$))/,
    message:
      'The renderer knows contract types, the catalogue of texts, the settings of an upload and which amounts are far apart, and nothing else of src-main.',
  },
  {
    // Allowed are the fields of the local data, their titles and lists of choices, which are plain data.
    imports: /^#contract\/(?!data-fields\.ts$)/,
    exceptTypes: true,
    message: 'Only types: zod and the catalogue stay out of the bundle.',
  },
  { imports: /src-main|^node:|^electron/, message: 'The renderer runs in a page.' },
  { imports: /^svelte\/(internal|store)/, message: 'Runes only (docs/style.md §6).' },
];

/** @param file its path from the root of the repository, with `/` */
function refusedIn(file: string): readonly Refused[] {
  const [top = '', folder = '', inner = ''] = file.split('/');
  if (top === 'src-main') return refusedInLayer(folder, inner);
  if (top !== 'src-renderer' || file === 'src-renderer/vite.config.ts') return [];
  return [
    ...REFUSED_IN_RENDERER,
    ...refuseLater(RENDERER_ORDER, folder),
    ...(folder === 'features' ? refuseLater(FEATURES_ORDER, inner) : []),
  ];
}

/**
 * Why a file may not import this, one reason for each rule that it breaks.
 * @param file its path from the root of the repository, with `/`
 * @param ofTypes whether only types are imported
 */
export const listRefusals = (file: string, from: string, ofTypes: boolean): readonly string[] =>
  refusedIn(file)
    .filter(({ imports, exceptTypes = false }) => imports.test(from) && !(exceptTypes && ofTypes))
    .map(({ message }) => message);

const ROOT = path.join(import.meta.dirname, '../..');

/** An import or a re-export, as both linters pass it. */
interface Import {
  readonly type: string;
  readonly importKind?: string | undefined;
  readonly exportKind?: string | undefined;
  readonly source?: { readonly value?: unknown } | null | undefined;
}

/** True for `import type`. `import { type X }` loads the module too (`verbatimModuleSyntax`). */
const isOfTypes = ({ importKind, exportKind }: Import): boolean => importKind === 'type' || exportKind === 'type';

/** Refuses imports against the direction of the layers and the order of the folders. */
export const direction: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = path.relative(ROOT, context.filename).replaceAll(path.sep, '/');
    const look = (node: Rule.Node & Import): void => {
      const from = node.source?.value;
      if (typeof from !== 'string') return;
      for (const message of listRefusals(file, from, isOfTypes(node))) context.report({ node, message });
    };
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
    };
  },
};
