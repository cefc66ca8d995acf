import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '#contract/errors.ts';
import { columnasDeTarjeta } from '#domain/cupones/column-decisions.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { numericText, shownValue } from '#domain/cupones/cell-text.ts';
import type { HojaPreparada } from '#domain/cupones/prepare-sheet.ts';
import { CELDA, type Sheet } from '#domain/sheet.ts';
import { encabezadoDeCopia, type CeldaCopiada } from '../read/copia.ts';

/** Rows of a piece of text: enough that the compressor is fed, few enough that none is held for long. */
const FILAS = 500;

interface Copiado {
  readonly hojas: readonly Sheet[];
  /** The sheets that have a table, prepared. */
  readonly preparadas: readonly HojaPreparada[];
}

/**
 * Writes what every cell says to a file of our own that `readWorkbook` takes, with card numbers covered by the rule by which they are covered
 * when they are read (docs/coupons.md, "Card numbers"). Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`; nothing is left then.
 */
export async function copiarSinTarjetas(copiado: Copiado, destino: string): Promise<void> {
  try {
    const salida = createWriteStream(destino, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(trozos(copiado)), createGzip(), salida);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'EEXIST') await rm(destino, { force: true }); // then it is somebody else's
    throw new AppError(code === 'ENOSPC' || code === 'EDQUOT' ? 'DISCO_LLENO' : 'CARPETA_SIN_PERMISO', { cause });
  }
}

function* trozos({ hojas, preparadas }: Copiado): Generator<string> {
  yield `${encabezadoDeCopia(hojas.some(({ date1904 }) => date1904))}\n`;
  for (const sheet of hojas) {
    const combinadas = sheet.tallMerges ?? [];
    const deHoja = { hoja: sheet.name, oculta: sheet.hidden, ...(combinadas.length === 0 ? {} : { combinadas }) };
    yield `${JSON.stringify(deHoja)}\n`;
    const tapadas = columnasDeTarjeta(
      sheet,
      preparadas.find((preparada) => preparada.sheet === sheet),
    );
    let trozo = '';
    for (let row = 0; row < sheet.rowCount; row++) {
      trozo += `${JSON.stringify([sheet.rowNumber(row), sheet.rowHidden(row) ? 1 : 0, celdasDe(sheet, row, tapadas)])}\n`;
      if ((row + 1) % FILAS !== 0) continue;
      yield trozo;
      trozo = '';
    }
    yield trozo;
  }
}

function celdasDe(sheet: Sheet, row: number, tapadas: ReadonlySet<number>): readonly CeldaCopiada[] {
  const celdas: CeldaCopiada[] = [];
  for (let column = 0; column < sheet.columnCount; column++) {
    const kind = sheet.kind(row, column);
    if (kind === CELDA.vacia) continue;
    const tapado = textoTapado(sheet, { row, column, esDeTarjetas: tapadas.has(column) });
    if (tapado !== undefined) {
      celdas.push([column, CELDA.texto, tapado, null, 0]);
      continue;
    }
    const texto = sheet.text(row, column);
    const valor = kind === CELDA.booleano ? (texto === 'VERDADERO' ? 1 : 0) : sheet.number(row, column);
    const perdido = sheet.precisionLost(row, column) ? 1 : 0;
    celdas.push([column, kind, texto, Number.isNaN(valor) ? null : valor, perdido]);
  }
  return celdas;
}

interface Lugar {
  readonly row: number;
  readonly column: number;
  /** In such a column whatever looks like a card number is one. */
  readonly esDeTarjetas: boolean;
}

/** Undefined when there is no card number in the cell. */
function textoTapado(sheet: Sheet, { row, column, esDeTarjetas }: Lugar): string | undefined {
  const kind = sheet.kind(row, column);
  const texto = kind === CELDA.numero ? numericText(sheet, row, column) : sheet.text(row, column);
  const tapado = esDeTarjetas ? shownValue(texto, kind) : maskCertainCards(texto);
  return tapado === texto ? undefined : tapado;
}
