import type { ProblemaDeFila } from '#contract/conciliaciones.ts';
import type { OperacionResultado } from '#contract/documents.ts';
import type { Cupon, CuponCampo } from '#domain/cupon.ts';
import type { FilaError, InFile } from '#domain/hallazgo.ts';
import { parseMoney } from '#domain/money.ts';
import type { CuponGuardado } from '#storage/resultados/index.ts';

type Found = InFile<FilaError>;

/** The rows that were not sent for their errors, each once: the errors of a row come together. */
export function* rejectedRows(errores: Iterable<Found>): Generator<CuponGuardado> {
  let row: Found[] = [];
  for (const error of errores) {
    const [first] = row;
    if (first !== undefined && !isSameRow(first, error)) {
      yield toKept(first, row);
      row = [];
    }
    row.push(error);
  }
  const [first] = row;
  if (first !== undefined) yield toKept(first, row);
}

const isSameRow = (a: Found, b: Found): boolean => a.archivo === b.archivo && a.hoja === b.hoja && a.fila === b.fila;

function toKept(first: Found, all: readonly Found[]): CuponGuardado {
  return {
    operacion: withoutResult(whatItSays(first, all), first.fila),
    disposicion: 'error',
    archivo: first.archivo,
    mensaje: all.map(mensajeDe).join(' '),
    problema: problemaDe(first),
    ...(all.length === 1 ? {} : { problemas: all.map(problemaDe) }),
  };
}

/** Its sale and its wrong cells. An amount that could not be read is a text, and is added nowhere. */
function whatItSays({ venta }: Found, all: readonly Found[]): Cupon {
  const values: Partial<Record<CuponCampo, string>> = {};
  const put = (campo: CuponCampo, text: string | null | undefined): void => {
    if (text !== null && text !== undefined && text !== '') values[campo] = text;
  };
  for (const { campo, valor } of all) if (campo !== null && campo !== 'importe') put(campo, valor);
  put('fecha_venta', venta?.fecha);
  put('tarjeta_desc', venta?.tarjeta);
  put('tarjeta_nro', venta?.tarjeta_nro);
  put('comprobante', venta?.comprobante);
  const unread = venta?.importeEscrito ?? all.find(({ campo }) => campo === 'importe')?.valor;
  put('importe', venta?.importe ?? (parseMoney(unread ?? '', 'sin-miles') === undefined ? unread : undefined));
  return values;
}

/** A row of ours that the service says nothing of. */
export const withoutResult = (cupon: Cupon, fila: number | null): OperacionResultado => ({
  ...cupon,
  conciliado: false,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila,
});

const problemaDe = ({ codigo, campo, columna, valor, arreglo }: FilaError): ProblemaDeFila => ({
  codigo,
  campo,
  columna,
  valor,
  arreglo: arreglo ?? null,
});
const mensajeDe = ({ columna, mensaje }: FilaError): string => (columna === null ? mensaje : `${columna}: ${mensaje}`);
