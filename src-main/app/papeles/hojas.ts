/** The sheets of a paper that are tables: groups, and every row. */
import { AppError } from '#contract/errors.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { FilaLeida, Grupo, Pasadas } from '#storage/cache/index.ts';
import type { Celda, Columna, HojaTabla } from '#workbook/write/libro.ts';
import { getWidth } from '#workbook/write/measure.ts';
import { titulo } from '../browse/titulos.ts';
import type { Datos } from '../inicio/sumador.ts';
import type { Definicion, HojaDeGrupos } from './definiciones.ts';

export interface Contexto {
  readonly definicion: Definicion;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** The stamp: what it is of, and what it covers. */
  readonly sello: readonly string[];
  /** What the stamp adds of some amounts that the service did not report everywhere; empty where it did. */
  readonly sinInformar: (importes: readonly string[]) => readonly string[];
  /** What is said where there are no rows. */
  readonly vacia: string;
  /** What every total says of itself: the months that are not in it; nothing where all are. */
  readonly note: { readonly notaDeTotal?: string };
  /** The rows that the service stopped showing and are added up, in words; undefined where there are none. */
  readonly enDuda: string | undefined;
}

const IMPORTE = 17;
const TEXTO = 18;

const texto = (nombre: string, total?: Columna['total']): Columna => ({
  titulo: titulo(nombre),
  tipo: 'texto',
  ancho: TEXTO,
  ...(total === undefined ? {} : { total }),
});
const importe = (nombre: string, suma: bigint): Columna => ({
  titulo: titulo(nombre),
  tipo: 'importe',
  ancho: Math.max(IMPORTE, getWidth(suma, 'importe')),
  total: 'suma',
});

/** Exact centavos: what a sum gives, whatever its size. */
const centavos = (valor: bigint): Celda =>
  valor >= BigInt(Number.MIN_SAFE_INTEGER) && valor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(valor) : valor;

/** A sheet by month and what it is grouped by. */
export async function hojaDeGrupos(datos: Datos, hoja: HojaDeGrupos, contexto: Contexto): Promise<HojaTabla> {
  const { definicion, desde, hasta, sello, sinInformar, vacia, note } = contexto;
  const grupos = await datos.sumador.agrupar(
    { metodo: definicion.papel, desde, hasta },
    { por: [{ campo: 'fecha', mes: true }, ...hoja.por.map((campo) => ({ campo }))], sumas: hoja.importes },
  );
  const filas = hoja.sinCeros
    ? grupos.filter(({ sumas, faltan }) => sumas.some((suma, i) => suma !== 0n || (faltan[i] ?? 0) > 0))
    : grupos;
  return {
    forma: 'tabla',
    nombre: hoja.nombre,
    // Of its own amounts alone: those of other sheets are not missing here.
    sello: [hoja.titulo, ...sello, ...sinInformar(hoja.importes)],
    columnas: [
      { titulo: 'Mes', tipo: 'texto', ancho: 10, total: { cuenta: 'filas' } },
      ...hoja.por.map((campo) => ({ ...texto(campo), titulo: campo === 'marca' ? 'Procesador' : titulo(campo) })),
      {
        titulo: definicion.unidad.replace(/^./, (letra) => letra.toUpperCase()),
        tipo: 'entero',
        ancho: 14,
        total: 'suma',
      },
      ...hoja.importes.map((campo, i) =>
        importe(
          campo,
          filas.reduce((suma, grupo) => suma + (grupo.sumas[i] ?? 0n), 0n),
        ),
      ),
    ],
    vacia,
    ...note,
    filas: filas.map(({ claves, n, sumas, faltan }) => [
      ...claves,
      n,
      // Said by no row of the group is not zero.
      ...sumas.map((suma, i) => (faltan[i] === n ? null : centavos(suma))),
    ]),
  };
}

/** Rows as they are stored, refusing to end with others than those that were added up. */
async function* contadas(
  trozos: AsyncIterable<readonly FilaLeida[]>,
  { n, sumas }: Grupo,
  campos: readonly string[],
): AsyncGenerator<FilaLeida> {
  const vistas = campos.map(() => 0n);
  let cuantas = 0;
  for await (const trozo of trozos) {
    for (const fila of trozo) {
      cuantas += 1;
      campos.forEach((campo, i) => {
        const valor = fila[campo];
        if (typeof valor === 'number') vistas[i] = (vistas[i] ?? 0n) + BigInt(valor);
      });
      yield fila;
    }
  }
  if (cuantas !== n || vistas.some((suma, i) => suma !== sumas[i])) {
    throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: n, vistas: cuantas } });
  }
}

export const COLUMNA_FECHA = 0;
/** Where an amount, or a text, is in *Detalle*. */
export const columnaDe = ({ textos, importes }: Definicion, campo: string): number =>
  1 + [...textos, ...importes].indexOf(campo);

/** *Detalle*: every row of the period, in order. `suma`: what they add up to. */
export function hojaDetalle(pasadas: Pick<Pasadas, 'todas'> | undefined, suma: Grupo, contexto: Contexto): HojaTabla {
  const { definicion, desde, hasta, sello, sinInformar, vacia, note } = contexto;
  const { papel, textos, importes, unidad } = definicion;
  const campos = [...textos, ...importes];
  async function* celdas(): AsyncGenerator<readonly Celda[]> {
    if (pasadas === undefined) return;
    for await (const fila of contadas(pasadas.todas({ metodo: papel, desde, hasta }), suma, importes)) {
      yield [fila['fecha'] ?? null, ...campos.map((campo) => fila[campo] ?? null)];
    }
  }
  return {
    forma: 'tabla',
    nombre: 'Detalle',
    sello: [`${definicion.titulo}: detalle`, ...sello, ...sinInformar(importes)],
    columnas: [
      { titulo: titulo('fecha'), tipo: 'fecha', ancho: 12, total: { cuenta: unidad } },
      ...textos.map((campo) => texto(campo)),
      ...importes.map((campo, i) => importe(campo, suma.sumas[i] ?? 0n)),
    ],
    vacia,
    ...note,
    filas: celdas(),
  };
}
