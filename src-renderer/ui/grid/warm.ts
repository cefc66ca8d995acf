import { mountGrid } from './control.ts';
import { waitTurn } from './turns.ts';
import type { DataColumn, RowSource } from './types.ts';

interface NoRow {
  readonly clave: string;
}
const COLUMNS: readonly DataColumn<NoRow>[] = [
  { clave: 'texto', titulo: '', tipo: 'texto', valor: () => '0' },
  { clave: 'importe', titulo: '', tipo: 'importe', valor: () => '0.00' },
];
const SOURCE: RowSource<NoRow> = {
  clave: '',
  leer: async () => ({ filas: [{ clave: 'a' }, { clave: 'b' }], total: 2 }),
};
const WIDTH = 400;
const nothing = (): undefined => undefined;
const MOUNTING = {
  label: '',
  columnas: COLUMNS,
  orden: undefined,
  idDe: ({ clave }: NoRow) => clave,
  rowRules: {},
  hasRuleOfFive: () => true,
  ancho: () => WIDTH,
  chosen: () => [],
  waitFor: nothing,
  onSelections: nothing,
  onMarked: nothing,
  onOpen: nothing,
  onTouch: nothing,
  onClose: nothing,
  onFocusMove: nothing,
  onKey: nothing,
  onOrder: nothing,
  onColumns: nothing,
  onOverflow: nothing,
  onVisible: nothing,
  onRead: nothing,
  onFailure: nothing,
};

/**
 * Makes a small hidden grid and throws it away. Code that ran once runs faster, so that the turns of the first real grid are short: without it the
 * page's thread works 1.1 × as much until the rows (docs/measurements.md).
 */
export async function warmGrid(doc: Document, signal: AbortSignal): Promise<void> {
  const box = doc.createElement('div');
  box.className = 'grilla-datos';
  box.inert = true;
  Object.assign(box.style, {
    position: 'fixed',
    insetBlockStart: '-500px',
    inlineSize: `${String(WIDTH)}px`,
    blockSize: '200px',
  });
  const host = doc.createElement('div');
  host.style.blockSize = '100%';
  box.append(host);
  doc.body.append(box);
  try {
    const control = await mountGrid<NoRow>({ host, ...MOUNTING }, signal);
    control?.setSource(SOURCE);
    control?.setTotals({ importe: '0.00' }, '0');
    await waitTurn();
    await waitTurn();
    control?.destroy();
  } finally {
    box.remove();
  }
}
