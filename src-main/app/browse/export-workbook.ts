/** A view as a workbook: its rows with their totals; those that the service withdrew, and the parts of a detail, in sheets of their own. */
import type { FilaDocumento } from '#contract/documents.ts';
import { parseMoney } from '#domain/money.ts';
import type { Celda, Columna, ColumnaTipo, HojaTabla } from '#workbook/write/libro.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import { toColumns, withBothSides } from './export-columns.ts';
import { describeExport, describeGap, type Exportacion, type Salida } from './export-source.ts';
import { hojasDeDetalle, partesDe, type CampoExportado, type HojaDeDetalle } from './hojas-de-detalle.ts';
import { isWithdrawn, readAmount } from './row-summary.ts';
import { NOMBRES, vacioEnPalabras } from './titulos.ts';

function toCell(valor: unknown, tipo: ColumnaTipo): Celda {
  if (valor === null || valor === undefined) return null;
  if (typeof valor === 'number' || typeof valor === 'boolean') return valor;
  const texto = typeof valor === 'string' ? valor : JSON.stringify(valor);
  return tipo === 'importe' ? (parseMoney(texto, 'sin-miles') ?? texto) : texto;
}

/** Writes it and gives its path. */
export async function writeSheets(exportacion: Exportacion, salida: Salida): Promise<string> {
  const { vista, filas, cobertura, retiradas, summary } = exportacion;
  const details = exportacion.detalle ? hojasDeDetalle(vista) : [];
  // A detail in a cell would be cut where a spreadsheet cuts: its parts go in sheets of their own.
  const own = exportacion.campos.filter(({ nombre }) => details.length === 0 || nombre !== 'detalle');
  const fields = withBothSides(vista, own);
  const columns = toColumns(vista, fields, summary.sums);
  const stamp = describeExport(exportacion);
  const gap = describeGap(cobertura);
  let written = 0;

  async function* pass(withdrawn: boolean): AsyncGenerator<FilaDocumento> {
    for await (const trozo of filas()) {
      for (const fila of trozo) if (isWithdrawn(fila) === withdrawn) yield fila;
    }
  }
  async function* toRows(source: AsyncIterable<FilaDocumento>): AsyncGenerator<readonly Celda[]> {
    for await (const fila of source) {
      written += 1;
      yield fields.map(({ nombre }, i) => toCell(readAmount(vista, fila, nombre), columns[i]?.tipo ?? 'texto'));
    }
  }
  async function* toParts({ parte, de, campos }: HojaDeDetalle, kinds: readonly Columna[], withdrawn: boolean) {
    const read = (from: FilaDocumento, some: readonly CampoExportado[], first: number): readonly Celda[] =>
      some.map(({ nombre }, i) => toCell(from[nombre], kinds[first + i]?.tipo ?? 'texto'));
    for await (const fila of pass(withdrawn)) {
      const before = read(fila, de, 0);
      for (const part of partesDe(fila, parte)) yield [...before, ...read(part, campos, de.length)];
    }
  }
  const sheet = (nombre: string, columnas: readonly Columna[], rows: AsyncIterable<readonly Celda[]>): HojaTabla => ({
    forma: 'tabla',
    nombre,
    sello: stamp,
    columnas,
    vacia: vacioEnPalabras(cobertura),
    ...(gap === undefined ? {} : { notaDeTotal: gap }),
    filas: rows,
  });
  const detailSheets = (withdrawn: boolean): readonly HojaTabla[] =>
    details.map((detail) => {
      const columnas = toColumns(vista, [...detail.de, ...detail.campos]);
      return sheet(detail.nombre, columnas, toParts(detail, columnas, withdrawn));
    });
  const aside = ({ nombre, ...rest }: HojaTabla, title: string): HojaTabla => ({
    ...rest,
    nombre: title,
    sello: [`${nombre}: retiradas`, ...stamp.slice(1)],
  });
  // A sum of a sheet follows its filter and its order: rows that are in no sum cannot be among those that are.
  const withdrawnSheets: readonly HojaTabla[] =
    retiradas && summary.withdrawn > 0
      ? [
          aside(sheet(NOMBRES[vista], columns, toRows(pass(true))), 'Retiradas'),
          ...detailSheets(true).map((detail) => aside(detail, `${detail.nombre} retiradas`)),
        ]
      : [];
  return writeWorkbook(
    salida.archivo,
    [sheet(NOMBRES[vista], columns, toRows(pass(false))), ...detailSheets(false), ...withdrawnSheets],
    {
      signal: salida.signal,
      creado: salida.creado,
      siExiste: 'rechazar',
      onProgress: () => {
        salida.onProgress(written);
      },
    },
  );
}
