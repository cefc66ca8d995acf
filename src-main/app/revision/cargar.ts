import type { RevisionProblema } from '#contract/revision.ts';
import type { FilaAviso, FilaError } from '#domain/hallazgo.ts';
import { idDe, type FilaGuardada, type RevisionDb } from '#storage/revision/index.ts';
import type { EnviadosLookup, Import, Seguimiento } from '../import/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
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
});

/** Lines that are no coupons; the other notices are of rows that are. */
const SIN_CUPON: ReadonlySet<string> = new Set(['FILA_DE_TOTALES', 'ENCABEZADO_REPETIDO', 'FILA_IGNORADA']);
/** What the database finds out by itself, over all the files. */
const PROPIOS: ReadonlySet<string> = new Set(['POSIBLE_DUPLICADO', 'YA_ENVIADO']);

const nueva = (id: number): FilaGuardada => ({
  id,
  valores: {},
  texto: null,
  problemas: [],
  omitida: false,
  ignorada: false,
  editada: false,
  enviado: null,
});

interface Pedido {
  readonly db: RevisionDb;
  readonly archivos: readonly ArchivoEnRevision[];
  readonly yaEnviados: EnviadosLookup;
}

/** Reads every row of the files into the revision; gives the files with their notices, or with what made one unreadable. */
export async function cargarFilas(
  importacion: Import,
  { db, archivos, yaEnviados }: Pedido,
  seguimiento: Seguimiento,
): Promise<readonly ArchivoEnRevision[]> {
  db.vaciarFilas();
  const leidos: ArchivoEnRevision[] = [];
  for (const [indice, archivo] of archivos.entries()) {
    leidos.push(await cargarUno(importacion, { db, indice, archivo, yaEnviados }, seguimiento));
  }
  db.terminarCarga();
  return leidos;
}

async function cargarUno(
  importacion: Import,
  { db, indice, archivo, yaEnviados }: Omit<Pedido, 'archivos'> & { indice: number; archivo: ArchivoEnRevision },
  seguimiento: Seguimiento,
): Promise<ArchivoEnRevision> {
  let conBin = false;
  const { archivos } = await importacion.importar(
    [archivo.ruta],
    {
      ...archivo.opciones,
      conRechazadas: true,
      sink: async ({ filas, textos, rechazadas }) => {
        const enviados = await yaEnviados(textos);
        const listas = textos.map((texto, i): FilaGuardada => ({
          ...nueva(idDe(indice, filas[i] ?? 0)),
          valores: parseCanonical(texto),
          texto,
          enviado: enviados[i] ?? null,
        }));
        const malas = rechazadas.map(({ fila, valores, leidos }) => ({
          ...nueva(idDe(indice, fila)),
          valores: { ...valores, ...leidos },
        }));
        const todas = [...listas, ...malas];
        conBin ||= todas.some(({ valores }) => valores.bin !== undefined);
        db.agregar(todas);
      },
    },
    seguimiento,
  );
  const [leido] = archivos;
  if (leido === undefined || 'codigo' in leido) {
    return { ...archivo, visto: { ...archivo.visto, problema: leido === undefined ? null : problemaDe(leido) } };
  }
  const { errores, avisos } = leido.resumen;
  const { nombres } = archivo;
  // Read from the card numbers that came covered: shown beside them, as it is sent.
  const bin = conBin ? (nombres.bin ?? nombres.tarjeta_nro) : undefined;
  const porFila = new Map<number, FilaGuardada>();
  const anotar = (fila: number, problema: RevisionProblema): void => {
    const id = idDe(indice, fila);
    const before = porFila.get(id) ?? nueva(id);
    const ignorada = before.ignorada || SIN_CUPON.has(problema.codigo);
    porFila.set(id, { ...before, ignorada, problemas: [...before.problemas, problema] });
  };
  for (const error of errores) anotar(error.fila, errorDe(error));
  for (const aviso of avisos) {
    if (aviso.fila !== null && !PROPIOS.has(aviso.codigo)) anotar(aviso.fila, avisoDe(aviso));
  }
  db.agregar([...porFila.values()]);
  return {
    ...archivo,
    nombres: bin === undefined ? nombres : { ...nombres, bin },
    tarjetas: leido.detalle.tarjetas,
    visto: { ...archivo.visto, problema: null, avisos: avisos.filter(({ fila }) => fila === null) },
  };
}
