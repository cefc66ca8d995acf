/** A view as a workbook or as text, exactly as filtered, with the stamp of what it covers. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { CoberturaDocumento, FilaDocumento } from '#contract/documents.ts';
import type { Instant } from '#domain/clock.ts';
import { parseMoney } from '#domain/money.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import type { Vista } from '#domain/vista.ts';
import type { Celda, Columna, ColumnaTipo } from '#workbook/write/libro.ts';
import { assertFree, publish, temporaryName } from '#workbook/write/publish.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import { coberturaEnPalabras, NOMBRES, titulo, vacioEnPalabras } from './titulos.ts';

export interface CampoExportado {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano';
}

export interface Exportacion {
  readonly vista: Vista;
  readonly cuenta: string;
  /** The filter in words. */
  readonly filtro: string;
  readonly campos: readonly CampoExportado[];
  readonly filas: Iterable<FilaDocumento>;
  readonly cobertura: CoberturaDocumento;
}

export interface Salida {
  readonly archivo: string;
  readonly creado: Instant;
  readonly signal: AbortSignal;
  readonly onProgress: (filas: number) => void;
}

const ANCHOS: Readonly<Record<ColumnaTipo, number>> = {
  texto: 18,
  entero: 9,
  importe: 17,
  fecha: 12,
  fechaHora: 19,
  booleano: 11,
};

const sello = ({ vista, cuenta, filtro, cobertura }: Exportacion): readonly string[] => [
  NOMBRES[vista],
  `${cuenta} · ${filtro}`,
  coberturaEnPalabras(cobertura),
];

function celda(valor: unknown, tipo: ColumnaTipo): Celda {
  if (valor === null || valor === undefined) return null;
  if (typeof valor === 'number' || typeof valor === 'boolean') return valor;
  const texto = typeof valor === 'string' ? valor : JSON.stringify(valor);
  return tipo === 'importe' ? (parseMoney(texto, 'sin-miles') ?? texto) : texto;
}

async function comoLibro(exportacion: Exportacion, salida: Salida): Promise<string> {
  const { vista, campos, filas, cobertura } = exportacion;
  const columnas = campos.map(({ nombre, tipo }, i): Columna => ({
    titulo: titulo(nombre),
    tipo,
    ancho: ANCHOS[tipo],
    ...(tipo === 'importe' ? { total: 'suma' } : i === 0 ? { total: { cuenta: 'filas' } } : {}),
  }));
  function* celdas(): Generator<readonly Celda[]> {
    for (const fila of filas) yield campos.map(({ nombre, tipo }) => celda(fila[nombre], tipo));
  }
  return writeWorkbook(
    salida.archivo,
    [
      {
        forma: 'tabla',
        nombre: NOMBRES[vista],
        sello: sello(exportacion),
        columnas,
        vacia: vacioEnPalabras(cobertura),
        filas: celdas(),
      },
    ],
    { signal: salida.signal, creado: salida.creado, siExiste: 'rechazar', onProgress: salida.onProgress },
  );
}

/** Text that a spreadsheet would take for a formula is marked as text; what has a separator, a quote or a new line is quoted. */
function campoDeTexto(texto: string): string {
  const seguro = /^[=+\-@\t\r]/.test(texto) ? `'${texto}` : texto;
  return /[;"\r\n]/.test(seguro) ? `"${seguro.replaceAll('"', '""')}"` : seguro;
}

const dmy = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}${iso.slice(10)}`;

function textoDe(valor: unknown, tipo: ColumnaTipo): string {
  if (valor === null || valor === undefined) return '';
  if (typeof valor === 'boolean') return valor ? 'Sí' : 'No';
  if (typeof valor === 'number') return String(valor);
  const texto = typeof valor === 'string' ? valor : JSON.stringify(valor);
  if (tipo === 'importe' && parseMoney(texto, 'sin-miles') !== undefined) return texto.replace('.', ',');
  if (tipo === 'fecha' || tipo === 'fechaHora') return dmy(texto);
  return campoDeTexto(texto);
}

/** Rows between two breaths of the thread. */
const TROZO = 500;

/** `;`, byte order mark, decimal comma (SCREENS.md); the stamp under the rows, so that the first line is the header. */
async function comoTexto(exportacion: Exportacion, { archivo, signal, onProgress }: Salida): Promise<string> {
  const { campos, filas } = exportacion;
  await assertFree(archivo);
  const temporal = temporaryName(archivo);
  try {
    const stream = createWriteStream(temporal, { flags: 'wx', signal });
    const cerrado = once(stream, 'close');
    let fallo: unknown;
    stream.on('error', (error) => (fallo = error));
    let trozo = `\uFEFF${campos.map(({ nombre }) => campoDeTexto(titulo(nombre))).join(';')}\r\n`;
    let escritas = 0;
    for (const fila of filas) {
      trozo += `${campos.map(({ nombre, tipo }) => textoDe(fila[nombre], tipo)).join(';')}\r\n`;
      escritas += 1;
      if (escritas % TROZO !== 0) continue;
      if (fallo !== undefined) break;
      if (!stream.write(trozo)) await Promise.race([once(stream, 'drain'), cerrado]);
      trozo = '';
      onProgress(escritas);
    }
    stream.end(`${trozo}\r\n${sello(exportacion).map(campoDeTexto).join('\r\n')}\r\n`);
    await cerrado;
    if (fallo !== undefined) throw fallo;
    const file = await open(temporal, 'r+');
    await file.sync();
    await file.close();
    onProgress(escritas);
    return await publish(temporal, archivo, 'rechazar');
  } catch (error) {
    await rm(temporal, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * Writes the view to `archivo`, an `.xlsx` or a `.csv`, and gives its path. Never over another file. Errors: `SALIDA_EXISTENTE`, `USO` for
 * another extension, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`; nothing is left behind after any of them.
 */
export async function escribirExportacion(exportacion: Exportacion, salida: Salida): Promise<string> {
  const forma = path.extname(salida.archivo).toLowerCase();
  if (forma !== '.xlsx' && forma !== '.csv') {
    throw new AppError('USO', {
      mensaje: 'El archivo de salida tiene que terminar en .xlsx o en .csv. No se escribió nada. Cambiale el nombre.',
    });
  }
  try {
    return await (forma === '.xlsx' ? comoLibro : comoTexto)(exportacion, salida);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw diskError(error);
    throw new AppError('CARPETA_SIN_PERMISO', {
      cause: error,
      detail: { carpeta: path.dirname(salida.archivo) },
      mensaje: 'La carpeta de salida no existe. No se escribió nada. Creala, o elegí otra.',
    });
  }
}
