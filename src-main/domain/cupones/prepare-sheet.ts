import { CAMPOS_EN_ORDEN, type CuponCampo } from '../cupon.ts';
import type { Sheet } from '../sheet.ts';
import { columnLetter } from './column-letter.ts';
import { etiqueta } from './etiquetas.ts';
import { plainHeader } from './header-key.ts';
import { findTable, tableAt, type TableLocation } from './find-table.ts';
import type { MotivoMapeo } from './columna-mapeada.ts';
import { columnName, mapColumns, type Mapeo, type MapeoPedido } from './map-columns.ts';
import { createRowKind, decidingColumns } from './row-kind.ts';
import { profileColumns, type ColumnProfile } from './profile-column.ts';
import type { Diccionario } from './synonyms.ts';
import { fingerprint, type Plantilla } from './template.ts';

/** How a person, or a template, asked for the columns to be read. */
export interface LecturaPedida {
  readonly mapear?: MapeoPedido | undefined;
  /** Applied whatever the headers are. */
  readonly plantilla?: Plantilla | undefined;
  /** Looked up by the fingerprint of the headers when none was asked for. */
  readonly plantillas?: readonly Plantilla[] | undefined;
  /** The header's row as the spreadsheet numbers it, when a person said which. */
  readonly encabezado?: number | undefined;
}

/** A sheet with its table found and its columns given to fields. */
export interface HojaPreparada {
  readonly sheet: Sheet;
  readonly table: TableLocation;
  readonly profiles: readonly ColumnProfile[];
  readonly mapeo: Mapeo;
  /** The template that was applied. */
  readonly plantilla: Plantilla | undefined;
  readonly huella: string;
}

/** The dictionary with the headers that were asked for: the row that has them is the header, whatever else it says. */
function withAsked(names: Diccionario, { mapear, plantilla }: LecturaPedida): Diccionario {
  const asked = new Map<string, CuponCampo>();
  for (const campo of CAMPOS_EN_ORDEN) {
    const header = plainHeader(mapear?.[campo] ?? plantilla?.mapeo[campo] ?? '');
    if (header !== '' && !asked.has(header)) asked.set(header, campo);
  }
  if (asked.size === 0) return names;
  return (header) => {
    const campo = asked.get(plainHeader(header));
    return campo === undefined ? names(header) : [{ campo, fuerza: 'exacto' }];
  };
}

/** Finds the table of a sheet and maps its columns; undefined when it has no table. */
export function prepareSheet(sheet: Sheet, names: Diccionario, pedido: LecturaPedida): HojaPreparada | undefined {
  const huellas = new Set(pedido.plantillas?.map(({ huella }) => huella));
  const isKnown = (headers: readonly string[]): boolean => huellas.size > 0 && huellas.has(fingerprint(headers));
  const table =
    pedido.encabezado === undefined
      ? findTable(sheet, withAsked(names, pedido), isKnown)
      : tableAt(sheet, pedido.encabezado);
  if (table === undefined) return undefined;
  const profiles = profileColumns(sheet, table);
  const huella = fingerprint(table.headers);
  const plantilla = pedido.plantilla ?? pedido.plantillas?.find((one) => one.huella === huella);
  const mapeo = mapColumns({
    headers: table.headers,
    profiles,
    names,
    mapear: pedido.mapear,
    plantilla: plantilla?.mapeo,
    plantillaCompleta: plantilla?.huella === huella,
  });
  return { sheet, table, profiles, mapeo, plantilla, huella };
}

const has = (hoja: HojaPreparada, campo: CuponCampo): boolean =>
  hoja.mapeo.columnas.some((columna) => columna.campo === campo);

/** How many of the required fields were found; of the two pairs that make a coupon, the more complete one counts. */
function requiredFound(hoja: HojaPreparada): number {
  const count = (...campos: readonly CuponCampo[]): number => campos.filter((campo) => has(hoja, campo)).length;
  return (
    count('fecha_venta', 'importe') * 2 +
    Math.max(count('comprobante', 'tarjeta_nro'), count('wallet_referencia', 'wallet_tipo_operacion'))
  );
}

/** Whether a sheet can be read as coupons: both fields that every coupon needs have a column. */
const isReadable = (hoja: HojaPreparada): boolean => has(hoja, 'fecha_venta') && has(hoja, 'importe');

/**
 * Of several sheets with a table: the one in which most required fields are found, then the longest, then the first; a visible one
 * before a hidden one. `conCupones` are all that could be read, in the order of the workbook. Source: docs/coupons.md, "Finding the table".
 */
export function chooseSheet(
  hojas: readonly HojaPreparada[],
): { readonly elegida: HojaPreparada; readonly conCupones: readonly HojaPreparada[] } | undefined {
  const length = ({ sheet, table }: HojaPreparada): number => sheet.rowCount - table.headerRow;
  const [elegida] = hojas.toSorted(
    (a, b) =>
      requiredFound(b) - requiredFound(a) || Number(a.sheet.hidden) - Number(b.sheet.hidden) || length(b) - length(a),
  );
  if (elegida === undefined) return undefined;
  return { elegida, conCupones: hojas.filter(isReadable) };
}

/** How many rows of a sheet are coupons, right or wrong. */
export function countCoupons({ sheet, table, mapeo }: HojaPreparada): number {
  const rowKind = createRowKind(sheet, table, decidingColumns(mapeo.columnas));
  let count = 0;
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) if (rowKind(row) === 'cupon') count++;
  return count;
}

/** Why the columns do not suffice, in words; undefined when they do. */
export function missingColumns(hoja: HojaPreparada): string | undefined {
  const [unknown] = hoja.mapeo.inexistentes;
  if (unknown !== undefined) {
    return `No encontramos la columna «${unknown.columna}» que pediste para ${etiqueta(unknown.campo)}. No se tomó nada. Revisá el nombre: tiene que ser el del encabezado o la letra.`;
  }
  const missing = (['fecha_venta', 'importe'] as const).filter((campo) => !has(hoja, campo));
  if (missing.length === 0) return undefined;
  const names = missing.map(etiqueta).join(' ni ');
  return `No encontramos ${names}. Lo demás quedó mapeado. Elegí la columna para seguir (--mapear ${missing[0] ?? ''}=COLUMNA).`;
}

/** A column as the wizard shows it (docs/screens.md, step 2). */
export interface ColumnaInforme {
  readonly letra: string;
  readonly titulo: string;
  readonly campo: CuponCampo | null;
  readonly motivo: MotivoMapeo | null;
  /** A field that this column's header names too, and another column took. */
  readonly conflicto: CuponCampo | null;
  /** Three values, card numbers covered. */
  readonly muestras: readonly string[];
}

/** Every column with a header or a value, in file order. */
export function describeColumns({ table, profiles, mapeo }: HojaPreparada): readonly ColumnaInforme[] {
  return table.headers.flatMap((titulo, index) => {
    const muestras = profiles[index]?.muestras ?? [];
    const mapped = mapeo.columnas.find(({ columna }) => columna === index);
    if (titulo === '' && muestras.length === 0 && mapped === undefined) return [];
    const conflicto = mapeo.conflictos.find(({ columna }) => columna === index)?.campo ?? null;
    const { campo = null, motivo = null } = mapped ?? {};
    return { letra: columnLetter(index), titulo, campo, motivo, conflicto, muestras };
  });
}

/** The fields with the name of their column, and the names of the columns that are not sent (docs/cli.md, `mapeo`, `sinMapear`). */
export function mappingNames(hoja: HojaPreparada): {
  readonly mapeo: Readonly<Partial<Record<CuponCampo, string>>>;
  readonly sinMapear: readonly string[];
} {
  const mapeo: Partial<Record<CuponCampo, string>> = {};
  for (const { campo, columna } of hoja.mapeo.columnas) mapeo[campo] = columnName(hoja.table.headers, columna);
  const sinMapear = describeColumns(hoja)
    .filter(({ campo }) => campo === null)
    .map(({ titulo, letra }) => (titulo === '' ? letra : titulo));
  return { mapeo, sinMapear };
}
