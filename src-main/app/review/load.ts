import type { ReviewProblem } from '#contract/revision.ts';
import type { Findings } from '#domain/cupones/validation.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';
import { idDe, type FindSent, type StoredRow, type NewRow, type RevisionDb } from '#storage/review/index.ts';
import type { Import, Tracking } from '../import/index.ts';
import { withoutFile } from './files.ts';
import type { ReviewedFile } from './state.ts';

const commonFields = ({ campo, valor, mensaje, arreglo }: RowError | RowNotice) => ({
  campo: campo ?? null,
  valor: valor ?? '',
  mensaje,
  arreglo: arreglo ?? null,
});
export const errorDe = (error: RowError): ReviewProblem => ({
  clase: 'error',
  codigo: error.codigo,
  ...commonFields(error),
});
export const noticeOf = (notice: RowNotice): ReviewProblem => ({
  clase: 'aviso',
  codigo: notice.codigo,
  ...commonFields(notice),
  ...(notice.anterior === undefined ? {} : { anterior: notice.anterior }),
});

/** Notices of lines that are no coupons; the other notices are of coupons. */
const SIN_CUPON: ReadonlySet<string> = new Set(['FILA_DE_TOTALES', 'ENCABEZADO_REPETIDO', 'FILA_IGNORADA']);
/** Findings that the database makes, over all the files. */
const OWN_CODES: ReadonlySet<string> = new Set(['POSIBLE_DUPLICADO', 'YA_ENVIADO']);

const NONE: readonly ReviewProblem[] = [];
const newRow = (id: number, problemas: readonly ReviewProblem[] = NONE): StoredRow => ({
  id,
  valores: {},
  texto: null,
  problemas,
  omitida: null,
  ignorada: problemas.some(({ codigo }) => SIN_CUPON.has(codigo)),
  correcciones: null,
});

interface Params {
  readonly db: RevisionDb;
  readonly archivos: readonly ReviewedFile[];
  readonly buscar: FindSent;
}

/** Reads every row of the files into the revision; gives the files with their notices, or with the reason why a file could not be read. */
export async function loadRows(
  importer: Import,
  { db, archivos, buscar: search }: Params,
  tracking: Tracking,
): Promise<readonly ReviewedFile[]> {
  db.clearRows();
  const loaded: ReviewedFile[] = [];
  for (const [index, archivo] of archivos.entries()) {
    loaded.push(await loadOne(importer, { db, indice: index, archivo, buscar: search }, tracking));
  }
  db.finishLoading(search);
  return loaded;
}

/** Findings of rows that are still to come, by row: errors first. */
function createPending() {
  let byRow = new Map<number, ReviewProblem[]>();
  const note = (fila: number, problema: ReviewProblem): void => {
    const known = byRow.get(fila);
    if (known === undefined) byRow.set(fila, [problema]);
    else known.push(problema);
  };
  return {
    add({ errores, avisos }: Findings): void {
      for (const error of errores) note(error.fila, errorDe(error));
      for (const notice of avisos) {
        if (notice.fila !== null && !OWN_CODES.has(notice.codigo)) note(notice.fila, noticeOf(notice));
      }
    },
    /** The findings of a row; they are given once. */
    take(fila: number): readonly ReviewProblem[] {
      const found = byRow.get(fila);
      if (found === undefined) return NONE;
      byRow.delete(fila);
      return found;
    },
    /** The findings that are left: those of lines that are no coupons. */
    rest(): readonly (readonly [fila: number, problemas: readonly ReviewProblem[]])[] {
      const left = [...byRow];
      byRow = new Map();
      return left;
    },
  };
}

const hasBin = (texto: string): boolean => texto.includes('"bin":"');

async function loadOne(
  importer: Import,
  { db, indice: index, archivo, buscar: search }: Omit<Params, 'archivos'> & { indice: number; archivo: ReviewedFile },
  tracking: Tracking,
): Promise<ReviewedFile> {
  const pending = createPending();
  let conBin = false;
  const otherRows = (): NewRow[] =>
    pending.rest().map(([fila, problemas]) => ({ fila: newRow(idDe(index, fila), problemas), identidad: null }));
  const { archivos } = await importer.importFiles(
    [archivo.ruta],
    {
      ...archivo.opciones,
      withRejected: true,
      hallazgos: pending.add,
      sink: ({ filas, texts, identities, rechazadas }) => {
        const added: NewRow[] = [];
        for (const [i, texto] of texts.entries()) {
          const fila = filas[i] ?? 0;
          const leida = { ...newRow(idDe(index, fila), pending.take(fila)), texto };
          added.push({ fila: leida, identidad: identities[i] ?? 0 });
        }
        for (const { fila, valores, leidos: readable } of rechazadas) {
          const bad = newRow(idDe(index, fila), pending.take(fila));
          added.push({ fila: { ...bad, valores: { ...valores, ...readable } }, identidad: null });
        }
        conBin ||= texts.some(hasBin) || rechazadas.some(({ leidos: readable }) => readable.bin !== undefined);
        db.add([...added, ...otherRows()], search);
      },
    },
    tracking,
  );
  db.add(otherRows(), search);
  const [leido] = archivos;
  if (leido === undefined || 'codigo' in leido) {
    return { ...archivo, visto: { ...archivo.visto, problema: leido === undefined ? null : withoutFile(leido) } };
  }
  const { avisos } = leido.resumen;
  const { nombres } = archivo;
  // A bin that was read from covered card numbers is shown beside them, as it is sent.
  const bin = conBin ? (nombres.bin ?? nombres.tarjeta_nro) : undefined;
  return {
    ...archivo,
    nombres: bin === undefined ? nombres : { ...nombres, bin },
    tarjetas: leido.detalle.tarjetas,
    visto: { ...archivo.visto, problema: null, avisos: avisos.filter(({ fila }) => fila === null) },
  };
}
