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
import type { Celda, Columna, ColumnaTipo, Hoja } from '#workbook/write/libro.ts';
import { assertFree, publish, temporaryName } from '#workbook/write/publish.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import { hojasDeDetalle, partesDe, type CampoExportado, type HojaDeDetalle } from './hojas-de-detalle.ts';
import { coberturaEnPalabras, NOMBRES, sinInformarEnPalabras, titulo, vacioEnPalabras } from './titulos.ts';

export interface Exportacion {
  readonly vista: Vista;
  readonly cuenta: string;
  /** The filter in words. */
  readonly filtro: string;
  readonly campos: readonly CampoExportado[];
  /** A new pass over the rows, the same ones each time, a batch at a time; with their detail where it is asked for. */
  readonly filas: () => AsyncIterable<readonly FilaDocumento[]>;
  readonly detalle: boolean;
  readonly cobertura: CoberturaDocumento;
  /** How many rows come without an amount, by field. */
  readonly sinInformar?: Readonly<Record<string, number>>;
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

const sello = ({ vista, cuenta, filtro, cobertura, campos, sinInformar = {} }: Exportacion): readonly string[] => [
  NOMBRES[vista],
  `${cuenta} · ${filtro}`,
  coberturaEnPalabras(cobertura),
  ...sinInformarEnPalabras(campos.map(({ nombre }) => [nombre, sinInformar[nombre] ?? 0])),
];

function celda(valor: unknown, tipo: ColumnaTipo): Celda {
  if (valor === null || valor === undefined) return null;
  if (typeof valor === 'number' || typeof valor === 'boolean') return valor;
  const texto = typeof valor === 'string' ? valor : JSON.stringify(valor);
  return tipo === 'importe' ? (parseMoney(texto, 'sin-miles') ?? texto) : texto;
}

const columnaDe = ({ nombre, tipo }: CampoExportado, primera: boolean): Columna => ({
  titulo: titulo(nombre),
  tipo,
  ancho: ANCHOS[tipo],
  ...(tipo === 'importe' ? { total: 'suma' } : primera ? { total: { cuenta: 'filas' } } : {}),
});

async function comoLibro(exportacion: Exportacion, salida: Salida): Promise<string> {
  const { vista, filas, cobertura } = exportacion;
  const hojas = exportacion.detalle ? hojasDeDetalle(vista) : [];
  // A detail in a cell would be cut where a spreadsheet cuts: its parts go in sheets of their own.
  const campos = exportacion.campos.filter(({ nombre }) => hojas.length === 0 || nombre !== 'detalle');
  let propias = 0;
  async function* celdas(): AsyncGenerator<readonly Celda[]> {
    for await (const trozo of filas()) {
      propias += trozo.length;
      for (const fila of trozo) yield campos.map(({ nombre, tipo }) => celda(fila[nombre], tipo));
    }
  }
  async function* partes({ parte, de, campos: suyos }: HojaDeDetalle): AsyncGenerator<readonly Celda[]> {
    for await (const trozo of filas()) {
      for (const fila of trozo) {
        const antes = de.map(({ nombre, tipo }) => celda(fila[nombre], tipo));
        for (const cada of partesDe(fila, parte)) {
          yield [...antes, ...suyos.map(({ nombre, tipo }) => celda(cada[nombre], tipo))];
        }
      }
    }
  }
  const hoja = (nombre: string, columnas: readonly CampoExportado[], suyas: AsyncIterable<readonly Celda[]>): Hoja => ({
    forma: 'tabla',
    nombre,
    sello: sello(exportacion),
    columnas: columnas.map((campo, i) => columnaDe(campo, i === 0)),
    vacia: vacioEnPalabras(cobertura),
    filas: suyas,
  });
  return writeWorkbook(
    salida.archivo,
    [
      hoja(NOMBRES[vista], campos, celdas()),
      ...hojas.map((cada) => hoja(cada.nombre, [...cada.de, ...cada.campos], partes(cada))),
    ],
    {
      signal: salida.signal,
      creado: salida.creado,
      siExiste: 'rechazar',
      onProgress: () => {
        salida.onProgress(propias);
      },
    },
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

/** `;`, byte order mark, decimal comma (SCREENS.md); the stamp under the rows, so that the first line is the header. */
async function comoTexto(exportacion: Exportacion, { archivo, signal, onProgress }: Salida): Promise<string> {
  const { campos, filas } = exportacion;
  await assertFree(archivo);
  const temporal = temporaryName(archivo);
  try {
    const stream = createWriteStream(temporal, { flags: 'wx', mode: 0o600, signal });
    // Not `once`, which would reject on an error while nobody waits for it yet.
    const cerrado = new Promise<void>((resolve) => stream.once('close', resolve));
    let fallo: unknown;
    stream.on('error', (error) => (fallo = error));
    let trozo = `\uFEFF${campos.map(({ nombre }) => campoDeTexto(titulo(nombre))).join(';')}\r\n`;
    let escritas = 0;
    for await (const leidas of filas()) {
      for (const fila of leidas)
        trozo += `${campos.map(({ nombre, tipo }) => textoDe(fila[nombre], tipo)).join(';')}\r\n`;
      escritas += leidas.length;
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
