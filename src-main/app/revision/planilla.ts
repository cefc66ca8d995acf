import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { CAMPOS_EN_ORDEN, CUPON_CAMPOS, type CuponCampo } from '#domain/cupon.ts';
import { etiqueta } from '#domain/cupones/etiquetas.ts';
import { parseMoney } from '#domain/money.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import { lugarDe, type FilaLeida, type RevisionDb } from '#storage/revision/index.ts';
import type { Celda, Columna, ColumnaTipo, HojaTabla } from '#workbook/write/libro.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import type { EstadoRevision } from './estado.ts';
import { camposDe } from './ver.ts';

/** The column by which a corrected row finds its way back. */
export const CLAVE = 'Clave de la fila (no la cambies)';
const claveDe = (revision: string, id: number): string => `${revision}.${String(id)}`;

/** The row that a key names; undefined when it is of another revision or none. */
export function idDeClave(revision: string, clave: string): number | undefined {
  const [nombre, id = ''] = clave.trim().split('.');
  return nombre === revision && /^\d{1,13}$/.test(id) ? Number(id) : undefined;
}

/** What each field is called in the workbook: one name whatever the files called it. */
export const tituloDe = (campo: CuponCampo): string => {
  const [, ...rest] = etiqueta(campo).split(' ');
  const text = rest.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const SIEMPRE: readonly CuponCampo[] = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'];

/** What is counted or added is a number in the sheet; what names something is text, with its zeros. */
const kindOf = (campo: CuponCampo): ColumnaTipo =>
  campo === 'importe' ? 'importe' : campo === 'cuotas' ? 'entero' : 'texto';

/** The number that a value was read as; undefined for what is no number in a sheet. */
function numberOf(campo: CuponCampo, valor: string): number | undefined {
  if (campo === 'importe') return parseMoney(valor, 'sin-miles');
  return campo === 'cuotas' && /^\d{1,2}$/.test(valor) ? Number(valor) : undefined;
}

/** Whether a sheet shows both as the same: its numbers have no leading zeros to come back with. */
export function isSameInSheet(campo: CuponCampo, one: string, other: string): boolean {
  const number = numberOf(campo, one);
  return one === other || (number !== undefined && number === numberOf(campo, other));
}

/** A value as a person writes it, so that what is read again is the same. What could not be read stays the text that it was. */
function escrito(campo: CuponCampo, { valores, problemas }: FilaLeida): Celda {
  const valor = valores[campo];
  if (valor === undefined) return null;
  if (problemas.some((one) => one.clase === 'error' && one.campo === campo)) return valor;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valor);
  if (CUPON_CAMPOS[campo].tipo === 'fecha' && date !== null)
    return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  return numberOf(campo, valor) ?? valor;
}

/** Whether rows are told by their sheet too: a text has none. */
const hasSheets = ({ archivos }: EstadoRevision): boolean =>
  archivos.some(({ opciones }) => opciones.hoja !== undefined);

function columnas(campos: readonly CuponCampo[], conHoja: boolean): readonly Columna[] {
  const texto = (titulo: string, ancho: number): Columna => ({ titulo, tipo: 'texto', ancho });
  return [
    texto('Archivo', 24),
    ...(conHoja ? [texto('Hoja', 16)] : []),
    { titulo: 'Fila', tipo: 'entero', ancho: 8 },
    ...campos.map((campo) => ({ titulo: tituloDe(campo), tipo: kindOf(campo), ancho: 18 })),
    texto('Qué pasa y cómo se arregla', 80),
    texto(CLAVE, 34),
  ];
}

function* filasDe(db: RevisionDb, estado: EstadoRevision, campos: readonly CuponCampo[]): Generator<readonly Celda[]> {
  const conHoja = hasSheets(estado);
  for (const fila of db.conErrores()) {
    if (fila.omitida !== null) continue;
    const lugar = lugarDe(fila.id);
    yield [
      estado.archivos[lugar.archivo]?.visto.nombre ?? '',
      ...(conHoja ? [estado.archivos[lugar.archivo]?.opciones.hoja ?? null] : []),
      lugar.fila,
      ...campos.map((campo) => escrito(campo, fila)),
      mensajes(fila),
      claveDe(estado.revision, fila.id),
    ];
  }
}

const mensajes = ({ problemas }: FilaLeida): string =>
  problemas
    .filter(({ clase }) => clase === 'error')
    .map(({ mensaje }) => mensaje)
    .join(' ');

interface Pedido {
  readonly db: RevisionDb;
  readonly estado: EstadoRevision;
  readonly archivo: string;
  readonly creado: number;
  readonly signal: AbortSignal;
}

/** Writes the rows with errors, to be corrected in a spreadsheet and brought back. Throws `SALIDA_EXISTENTE`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function escribirErrores({ db, estado, archivo, creado, signal }: Pedido) {
  const used = new Set<CuponCampo>([...camposDe(estado), ...SIEMPRE]);
  const campos = CAMPOS_EN_ORDEN.filter((campo) => used.has(campo));
  let filas = 0;
  const hoja: HojaTabla = {
    forma: 'tabla',
    nombre: 'Errores',
    sello: ['Filas con error', 'Corregí las celdas, guardá y traé este archivo de nuevo: cada fila vuelve a su lugar.'],
    columnas: columnas(campos, hasSheets(estado)),
    vacia: 'No hay filas con error.',
    filas: filasDe(db, estado, campos),
  };
  try {
    const exportado = await writeWorkbook(path.resolve(archivo), [hoja], {
      signal,
      creado,
      siExiste: 'rechazar',
      onProgress: (n) => {
        filas = n;
      },
    });
    return { exportado, filas };
  } catch (error) {
    if (error instanceof AppError || systemCode(error) === undefined) throw error;
    throw diskError(error);
  }
}
