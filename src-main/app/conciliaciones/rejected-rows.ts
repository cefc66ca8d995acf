import type { RowProblem } from '#contract/conciliaciones.ts';
import { withoutResult } from '#domain/result-rows.ts';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { RowError, InFile } from '#domain/finding.ts';
import { parseMoney } from '#domain/money.ts';
import type { StoredCupon } from '#storage/results/types.ts';
import { groupByRow } from '../reports/left-out.ts';

type Found = InFile<RowError>;

/** The rows that were not sent because of errors, each once. */
export function* listRejectedRows(errors: Iterable<Found>): Generator<StoredCupon> {
  for (const row of groupByRow(errors)) yield toKept(row);
}

function toKept(all: readonly [Found, ...Found[]]): StoredCupon {
  const [first] = all;
  return {
    operacion: withoutResult(toCupon(first, all), first.fila),
    disposicion: 'error',
    archivo: first.archivo,
    mensaje: all.map(messageOf).join(' '),
    problema: problemOf(first),
    ...(all.length === 1 ? {} : { problemas: all.map(problemOf) }),
  };
}

/** The sale of a row and its wrong cells. An amount that could not be read is a text, and is in no sum. */
function toCupon({ venta }: Found, all: readonly Found[]): Cupon {
  const values: Partial<Record<CuponField, string>> = {};
  const put = (field: CuponField, text: string | null | undefined): void => {
    if (text !== null && text !== undefined && text !== '') values[field] = text;
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

const problemOf = ({ codigo, campo, columna, valor, arreglo }: RowError): RowProblem => ({
  codigo,
  campo,
  columna,
  valor,
  arreglo: arreglo ?? null,
});
const messageOf = ({ columna, mensaje }: RowError): string => (columna === null ? mensaje : `${columna}: ${mensaje}`);
