import type { RevisionProblema } from '#contract/revision.ts';
import type { Hallazgos } from '#domain/cupones/validacion.ts';
import type { FilaAviso, FilaError } from '#domain/hallazgo.ts';
import {
  idDe,
  type BuscarEnviados,
  type FilaGuardada,
  type FilaNueva,
  type RevisionDb,
} from '#storage/revision/index.ts';
import type { Import, Seguimiento } from '../import/index.ts';
import { problemaDe } from './archivos.ts';
import type { ArchivoEnRevision } from './estado.ts';

const comun = ({ campo, valor, mensaje, arreglo }: FilaError | FilaAviso) => ({
  campo: campo ?? null,
  valor: valor ?? '',
  mensaje,
  arreglo: arreglo ?? null,
});
export const errorDe = (error: FilaError): RevisionProblema => ({
  clase: 'error',
  codigo: error.codigo,
  ...comun(error),
});
export const avisoDe = (aviso: FilaAviso): RevisionProblema => ({
  clase: 'aviso',
  codigo: aviso.codigo,
  ...comun(aviso),
  ...(aviso.anterior === undefined ? {} : { anterior: aviso.anterior }),
});

/** Lines that are no coupons; the other notices are of rows that are. */
const SIN_CUPON: ReadonlySet<string> = new Set(['FILA_DE_TOTALES', 'ENCABEZADO_REPETIDO', 'FILA_IGNORADA']);
/** What the database finds out by itself, over all the files. */
const PROPIOS: ReadonlySet<string> = new Set(['POSIBLE_DUPLICADO', 'YA_ENVIADO']);

const NINGUNO: readonly RevisionProblema[] = [];
const nueva = (id: number, problemas: readonly RevisionProblema[] = NINGUNO): FilaGuardada => ({
  id,
  valores: {},
  texto: null,
  problemas,
  omitida: null,
  ignorada: problemas.some(({ codigo }) => SIN_CUPON.has(codigo)),
  correcciones: null,
});

interface Pedido {
  readonly db: RevisionDb;
  readonly archivos: readonly ArchivoEnRevision[];
  readonly buscar: BuscarEnviados;
}

/** Reads every row of the files into the revision; gives the files with their notices, or with what made one unreadable. */
export async function cargarFilas(
  importacion: Import,
  { db, archivos, buscar }: Pedido,
  seguimiento: Seguimiento,
): Promise<readonly ArchivoEnRevision[]> {
  db.vaciarFilas();
  const leidos: ArchivoEnRevision[] = [];
  for (const [indice, archivo] of archivos.entries()) {
    leidos.push(await cargarUno(importacion, { db, indice, archivo, buscar }, seguimiento));
  }
  db.terminarCarga(buscar);
  return leidos;
}

/** What was found in rows that are still to come, by row: errors first. */
function createPending() {
  let porFila = new Map<number, RevisionProblema[]>();
  const note = (fila: number, problema: RevisionProblema): void => {
    const known = porFila.get(fila);
    if (known === undefined) porFila.set(fila, [problema]);
    else known.push(problema);
  };
  return {
    add({ errores, avisos }: Hallazgos): void {
      for (const error of errores) note(error.fila, errorDe(error));
      for (const aviso of avisos) {
        if (aviso.fila !== null && !PROPIOS.has(aviso.codigo)) note(aviso.fila, avisoDe(aviso));
      }
    },
    /** Those of a row, once. */
    take(fila: number): readonly RevisionProblema[] {
      const found = porFila.get(fila);
      if (found === undefined) return NINGUNO;
      porFila.delete(fila);
      return found;
    },
    /** What is left: of lines that are no coupons. */
    rest(): readonly (readonly [fila: number, problemas: readonly RevisionProblema[]])[] {
      const left = [...porFila];
      porFila = new Map();
      return left;
    },
  };
}

const hasBin = (texto: string): boolean => texto.includes('"bin":"');

async function cargarUno(
  importacion: Import,
  { db, indice, archivo, buscar }: Omit<Pedido, 'archivos'> & { indice: number; archivo: ArchivoEnRevision },
  seguimiento: Seguimiento,
): Promise<ArchivoEnRevision> {
  const pending = createPending();
  let conBin = false;
  const otras = (): FilaNueva[] =>
    pending.rest().map(([fila, problemas]) => ({ fila: nueva(idDe(indice, fila), problemas), identidad: null }));
  const { archivos } = await importacion.importar(
    [archivo.ruta],
    {
      ...archivo.opciones,
      conRechazadas: true,
      hallazgos: pending.add,
      sink: ({ filas, textos, identidades, rechazadas }) => {
        const nuevas: FilaNueva[] = [];
        for (const [i, texto] of textos.entries()) {
          const fila = filas[i] ?? 0;
          const leida = { ...nueva(idDe(indice, fila), pending.take(fila)), texto };
          nuevas.push({ fila: leida, identidad: identidades[i] ?? 0 });
        }
        for (const { fila, valores, leidos } of rechazadas) {
          const mala = nueva(idDe(indice, fila), pending.take(fila));
          nuevas.push({ fila: { ...mala, valores: { ...valores, ...leidos } }, identidad: null });
        }
        conBin ||= textos.some(hasBin) || rechazadas.some(({ leidos }) => leidos.bin !== undefined);
        db.agregar([...nuevas, ...otras()], buscar);
      },
    },
    seguimiento,
  );
  db.agregar(otras(), buscar);
  const [leido] = archivos;
  if (leido === undefined || 'codigo' in leido) {
    return { ...archivo, visto: { ...archivo.visto, problema: leido === undefined ? null : problemaDe(leido) } };
  }
  const { avisos } = leido.resumen;
  const { nombres } = archivo;
  // Read from the card numbers that came covered: shown beside them, as it is sent.
  const bin = conBin ? (nombres.bin ?? nombres.tarjeta_nro) : undefined;
  return {
    ...archivo,
    nombres: bin === undefined ? nombres : { ...nombres, bin },
    tarjetas: leido.detalle.tarjetas,
    visto: { ...archivo.visto, problema: null, avisos: avisos.filter(({ fila }) => fila === null) },
  };
}
