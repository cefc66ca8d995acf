import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { FilaAviso, FilaError } from '#domain/hallazgo.ts';
import {
  chooseSheet,
  mappingNames,
  missingColumns,
  prepareSheet,
  type HojaPreparada,
  type LecturaPedida,
} from '#domain/cupones/prepare-sheet.ts';
import { createDiccionario } from '#domain/cupones/synonyms.ts';
import { createValidacion } from '#domain/cupones/validate-sheet.ts';
import type { FilaRechazada, ValidacionContada, ValidacionPedido } from '#domain/cupones/validacion.ts';
import type { Sheet } from '#domain/sheet.ts';
import { unaHoja, type Celda } from './una-hoja.ts';

const names = createDiccionario();

export function dia(iso: string): CivilDate {
  const date = parseIsoDate(iso);
  if (date === undefined) throw new Error(`not a date: ${iso}`);
  return date;
}
export const HOY = dia('2026-11-21');

export function preparar(sheet: Sheet, pedido: LecturaPedida = {}): HojaPreparada {
  const hoja = prepareSheet(sheet, names, pedido);
  if (hoja === undefined) throw new Error('no table');
  return hoja;
}
export const elegir = (hojas: readonly Sheet[]) =>
  chooseSheet(hojas.flatMap((sheet) => prepareSheet(sheet, names, {}) ?? []));
export const mapeoDe = (sheet: Sheet, pedido: LecturaPedida = {}) => mappingNames(preparar(sheet, pedido));
export const faltaDe = (sheet: Sheet, pedido: LecturaPedida = {}) => missingColumns(preparar(sheet, pedido));

export interface Validada extends ValidacionContada {
  readonly cupones: readonly {
    readonly fila: number;
    readonly texto: string;
    readonly cupon: Readonly<Record<string, string>>;
  }[];
  readonly rechazadas: readonly FilaRechazada[];
}

/** Prepares and validates a whole sheet. */
export function validar(
  filas: readonly (readonly Celda[] | undefined)[] | Sheet,
  opciones: LecturaPedida & Pick<ValidacionPedido, 'ordenFechas'> & { readonly hoy?: CivilDate } = {},
): Validada {
  const sheet = 'kind' in filas ? filas : unaHoja(filas);
  const { table, mapeo } = preparar(sheet, opciones);
  const validacion = createValidacion({
    sheet,
    table,
    columnas: mapeo.columnas,
    hoy: opciones.hoy ?? HOY,
    ordenFechas: opciones.ordenFechas,
    conRechazadas: true,
  });
  const filasDe: number[] = [];
  const rechazadas: FilaRechazada[] = [];
  let texto = '';
  for (let chunk = validacion.next(7); chunk !== undefined; chunk = validacion.next(7)) {
    filasDe.push(...chunk.filas);
    rechazadas.push(...chunk.rechazadas);
    texto += new TextDecoder().decode(chunk.bytes);
  }
  const textos = texto.split('\n').slice(0, -1);
  return {
    ...validacion.result(),
    rechazadas,
    cupones: textos.map((one, i) => ({ fila: filasDe[i] ?? 0, texto: one, cupon: JSON.parse(one) })),
  };
}

/** The simplest table: one row of header and coupons that are right but for what a test says. */
const BASE = ['fecha_venta', 'comprobante', 'tarjeta_nro', 'importe'] as const;
const RIGHT: Readonly<Record<string, Celda>> = {
  fecha_venta: '2026-11-01',
  comprobante: '00001234',
  tarjeta_nro: '4905',
  importe: '1500,00',
};

/** Validates rows given by API field; the fields that a row leaves out have a right value, `null` empties one. */
export function validarCampos(
  rows: readonly Readonly<Record<string, Celda>>[],
  opciones: Parameters<typeof validar>[1] = {},
): Validada {
  const campos = [...new Set([...BASE, ...rows.flatMap((row) => Object.keys(row))])];
  return validar(
    [campos, ...rows.map((row) => campos.map((campo) => row[campo] ?? (campo in row ? null : (RIGHT[campo] ?? null))))],
    opciones,
  );
}

export const codigos = (found: { readonly errores: readonly FilaError[] }): readonly string[] =>
  found.errores.map(({ codigo }) => codigo);
export const codigosDeAvisos = (found: { readonly avisos: readonly FilaAviso[] }): readonly string[] =>
  found.avisos.map(({ codigo }) => codigo);
