import type { RevisionFila, RevisionProblema } from '#contract/revision.ts';
import { fecha, monto } from '../../ui/format.ts';

export type Campo = keyof RevisionFila['valores'];

const FECHAS: readonly Campo[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
/** What a person looks at first; the amount at the end, where totals are. */
const PRIMERO: readonly Campo[] = [
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'cuotas',
  'terminal',
  'lote',
];
const SIEMPRE: readonly Campo[] = ['fecha_venta', 'comprobante', 'tarjeta_nro', 'importe'];

/** The columns of the grid: what some file brings, and what every coupon needs. */
export function columnasDe(campos: readonly Campo[]): readonly Campo[] {
  const all = new Set<Campo>([...campos, ...SIEMPRE]);
  const rest = [...all].filter((campo) => !PRIMERO.includes(campo) && campo !== 'importe');
  return [...PRIMERO.filter((campo) => all.has(campo)), ...rest, 'importe'];
}

/** What is wrong in a cell: its error, else its notice. */
export function problemaDe(fila: RevisionFila, campo: Campo): RevisionProblema | undefined {
  const own = fila.problemas.filter((one) => one.campo === campo);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
}

/** What a sample of the file shows: dates and bare numbers of amounts as people write them, the rest as it came. */
export function muestraDe(campo: Campo | null, valor: string): string {
  if (campo === 'importe' && /^-?\d+(\.\d{1,2})?$/.test(valor)) return monto(valor).replace(/\$\s/u, '');
  return campo !== null && FECHAS.includes(campo) ? fecha(valor) : valor;
}

/** What is put in the field to be corrected: as it is typed. */
export function editable(campo: Campo, valor: string): string {
  if (campo === 'importe') return /^-?\d+\.\d\d$/.test(valor) ? valor.replace('.', ',') : valor;
  return FECHAS.includes(campo) ? fecha(valor) : valor;
}

/** The sentence that says what happened, and the rest. */
export function partesDe(mensaje: string): { readonly que: string; readonly resto: string } {
  const cut = /^(.+?[^\d]\.)\s+(?=[A-ZÁÉÍÓÚÑ])/.exec(mensaje)?.[1];
  return cut === undefined ? { que: mensaje, resto: '' } : { que: cut, resto: mensaje.slice(cut.length).trim() };
}
