import type { ReviewProblem } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { SheetFindings } from '#domain/cupones/validation.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';
import { rowIdOf, type FindSent, type StoredRow, type NewRow, type RevisionDb } from '#storage/review/index.ts';
import type { Import, Tracking } from './read-files.ts';
import { problemOfFile } from './columns.ts';
import type { ReviewedFile } from './state.ts';

const commonFieldsOf = ({ campo, valor, mensaje, arreglo }: RowError | RowNotice) => ({
  campo: campo ?? null,
  valor: valor ?? '',
  mensaje,
  arreglo: arreglo ?? null,
});
export const problemOf = (error: RowError): ReviewProblem => ({
  clase: 'error',
  codigo: error.codigo,
  ...commonFieldsOf(error),
});
export const noticeOf = (notice: RowNotice): ReviewProblem => ({
  clase: 'aviso',
  codigo: notice.codigo,
  ...commonFieldsOf(notice),
  ...(notice.anterior === undefined ? {} : { anterior: notice.anterior }),
});

export const wrongFieldsOf = (problems: readonly ReviewProblem[]): ReadonlySet<CuponField> =>
  new Set(problems.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])));

const WITHOUT_CUPON: ReadonlySet<string> = new Set(['FILA_DE_TOTALES', 'ENCABEZADO_REPETIDO', 'FILA_IGNORADA']);
/** Findings that the review's database makes itself, over all files: the import's findings with these codes are dropped. */
const OWN_CODES: ReadonlySet<string> = new Set([
  'POSIBLE_DUPLICADO',
  'YA_ENVIADO',
  'CORRIGE_ENVIADO',
  'PARECE_ENVIADO',
]);

const NONE: readonly ReviewProblem[] = [];
const createRow = (id: number, problems: readonly ReviewProblem[] = NONE): StoredRow => ({
  id,
  valores: {},
  texto: null,
  problemas: problems,
  omitida: null,
  ignorada: problems.some(({ codigo }) => WITHOUT_CUPON.has(codigo)),
  correcciones: null,
});

interface FilesToLoad {
  readonly db: RevisionDb;
  readonly files: readonly ReviewedFile[];
  readonly locate: (file: ReviewedFile) => string;
  readonly search: FindSent;
}

/** Reads all rows of the files into the review. Returns the files with their notices, or with the reason why reading failed. */
export async function loadRows(
  importer: Import,
  { files, ...into }: FilesToLoad,
  tracking: Tracking,
): Promise<readonly ReviewedFile[]> {
  into.db.clearRows();
  const loaded: ReviewedFile[] = [];
  for (const [index, file] of files.entries()) {
    loaded.push(await loadOne(importer, { ...into, index, archivo: file }, tracking));
  }
  into.db.finishLoading(into.search);
  return loaded;
}

type MendedCells = NonNullable<NewRow['dePlantilla']>;

/** Holds findings by row, errors first, until the row itself arrives. Cells that a rule of the template corrected count as no problem. */
function createPending() {
  let byRow = new Map<number, readonly ReviewProblem[]>();
  const mended = new Map<number, MendedCells>();
  const note = (row: number, problem: ReviewProblem) => byRow.set(row, [...(byRow.get(row) ?? NONE), problem]);
  return {
    add({ errores, avisos }: SheetFindings): void {
      for (const error of errores) note(error.fila, problemOf(error));
      for (const notice of avisos) {
        const { fila: row, codigo, campo, valor: antes = '' } = notice;
        if (row === null || OWN_CODES.has(codigo)) continue;
        if (codigo !== 'CORREGIDO') note(row, noticeOf(notice));
        else if (campo) mended.set(row, [...(mended.get(row) ?? []), { campo, antes }]);
      }
    },
    take(row: number): readonly ReviewProblem[] {
      const found = byRow.get(row) ?? NONE;
      byRow.delete(row);
      return found;
    },
    takeMended(row: number): Pick<NewRow, 'dePlantilla'> {
      const cells = mended.get(row);
      mended.delete(row);
      return cells === undefined ? {} : { dePlantilla: cells };
    },
    /** The findings left when the rows of a chunk were taken: they are about lines that are no coupons. */
    rest(): readonly (readonly [fila: number, problemas: readonly ReviewProblem[]])[] {
      const left = [...byRow];
      byRow = new Map();
      return left;
    },
  };
}

const hasBin = (text: string): boolean => text.includes('"bin":"');

async function loadOne(
  importer: Import,
  { db, locate, index, archivo, search }: Omit<FilesToLoad, 'files'> & { index: number; archivo: ReviewedFile },
  tracking: Tracking,
): Promise<ReviewedFile> {
  const pending = createPending();
  let withBin = false;
  const listOtherRows = (): NewRow[] =>
    pending.rest().map(([row, problems]) => ({ fila: createRow(rowIdOf(index, row), problems), identidad: null }));
  const [reading] = await importer.importFiles(
    [locate(archivo)],
    {
      ...archivo.opciones,
      withRejected: true,
      hallazgos: pending.add,
      sink: ({ filas, texts, identities, rechazadas }) => {
        const added: NewRow[] = [];
        for (const [i, text] of texts.entries()) {
          const row = filas[i] ?? 0;
          const newRow = { ...createRow(rowIdOf(index, row), pending.take(row)), texto: text };
          added.push({ fila: newRow, identidad: identities[i] ?? 0, ...pending.takeMended(row) });
        }
        for (const { fila, valores, leidos: readable } of rechazadas) {
          const bad = createRow(rowIdOf(index, fila), pending.take(fila));
          const values = { ...valores, ...readable };
          added.push({ fila: { ...bad, valores: values }, identidad: null, ...pending.takeMended(fila) });
        }
        withBin ||= texts.some(hasBin) || rechazadas.some(({ leidos: readable }) => readable.bin !== undefined);
        db.add([...added, ...listOtherRows()], search);
      },
    },
    tracking,
  );
  db.add(listOtherRows(), search);
  if (reading?.tipo !== 'leido') {
    const problema = reading === undefined ? null : problemOfFile(reading.ilegible);
    return { ...archivo, visto: { ...archivo.visto, problema } };
  }
  const { avisos } = reading.resumen;
  if (avisos.some(({ codigo }) => codigo === 'IMPORTES_NEGATIVOS')) db.noteNegatives(index);
  const { nombres } = archivo;
  // If the bin comes from masked card numbers, names the card column for the bin too, because the bin is sent.
  const bin = withBin ? (nombres.bin ?? nombres.tarjeta_nro) : undefined;
  return {
    ...archivo,
    nombres: bin === undefined ? nombres : { ...nombres, bin },
    tarjetas: reading.detalle.tarjetas,
    visto: { ...archivo.visto, problema: null, avisos: avisos.filter(({ fila }) => fila === null) },
  };
}
