import { VISTA_FIELDS } from '#contract/data-fields.ts';
import type { CoverageDocument, QueryDocument, ExportDocument, RowDocument } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { maskToLastFour } from '#domain/cupones/card-text.ts';
import { formatPesos, parseMoney } from '#domain/money.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { chooseIn, type Choose, type Language } from '#domain/texts/language.ts';
import { getFieldLabel, getListTitle } from '#domain/texts/field-labels.ts';
import { TABLES, type ReadableCache, type ReadRow, type ViewQuery } from '#storage/cache/index.ts';
import type { LocalData } from '../open/index.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import { toCoverageDocument, NO_COVERAGE } from '../coverage/coverage.ts';
import { createOwnCupones } from './cupones.ts';
import { toRowDocument } from './document.ts';
import { listExportedFields } from './export-columns.ts';
import { writeExport } from './export-workbook.ts';
import { queryOf, requireField } from './request.ts';
import { NO_ROWS, summariseRows, type RowSummary } from './row-summary.ts';
import { formatPeriod } from './titles.ts';

const LIMIT = 100;

type QueryInput = MethodParsed<'datos.consultar'>;

const SIGNS = { igual: '=', distinto: '≠', mayor: '>', menor: '<' } as const;

function filterPhrase(
  vista: QueryInput['vista'],
  { campo, op = 'igual', valor }: NonNullable<QueryInput['filtros']>[number],
  language: Language | undefined,
): string {
  const say = chooseIn(language);
  const name = language === undefined ? campo : getListTitle(campo, language);
  if (op === 'vacio') return `${name} ${say('vacío', 'empty')}`;
  if (op === 'no_vacio') return `${name} ${say('con valor', 'with a value')}`;
  const isAmount = VISTA_FIELDS[vista].some(({ nombre, tipo }) => nombre === campo && tipo === 'importe');
  const importe = isAmount ? parseMoney(valor, 'sin-miles') : undefined;
  const day = /^\d{4}-\d\d-\d\d/.test(valor) ? `${formatDayMonthYear(valor)}${valor.slice(10)}` : valor;
  const said = importe === undefined ? maskToLastFour(day) : formatPesos(importe);
  const sign = op === 'contiene' ? say('contiene', 'contains') : SIGNS[op];
  return `${name} ${sign} ${said === '' ? say('(vacío)', '(empty)') : said}`;
}

/** The period in words: "del 01/10/2026 al 31/10/2026", or only its beginning or end; empty if it has neither. */
function describePeriod({ desde, hasta }: Pick<QueryInput, 'desde' | 'hasta'>, say: Choose): readonly string[] {
  if (desde !== undefined && hasta !== undefined) return [formatPeriod({ desde, hasta }, say)];
  if (desde !== undefined) return [`${say('desde el', 'from')} ${formatDayMonthYear(desde)}`];
  return hasta === undefined ? [] : [`${say('hasta el', 'until')} ${formatDayMonthYear(hasta)}`];
}

export function filterInWords(
  { vista, desde, hasta, campoFecha, filtros = [], texto = '', retiradas, limite = 0 }: QueryInput,
  language: Language | undefined,
): string {
  const say = chooseIn(language);
  const typed = maskToLastFour(texto.trim());
  const date = campoFecha === undefined ? undefined : getFieldLabel(campoFecha, language).toLowerCase();
  const rows = limite === 1 ? say('1 fila', '1 row') : `${String(limite)} ${say('filas', 'rows')}`;
  const parts = [
    ...describePeriod({ desde, hasta }, say),
    ...(date === undefined ? [] : [`${say('por', 'by')} ${date}`]),
    ...filtros.map((filter) => filterPhrase(vista, filter, language)),
    ...(typed === '' ? [] : [say(`con «${typed}»`, `with “${typed}”`)]),
    ...(retiradas === true ? [LABELS.withWithdrawn[say('es', 'en')]] : []),
    ...(limite === 0 ? [] : [`${say('a lo sumo', 'at most')} ${rows}`]),
  ];
  return parts.length === 0 ? say('Sin filtros', 'No filters') : parts.join(' · ');
}

const BESIDE_FIELDS = ['detalle', 'extra', 'retirada', 'en_duda'];

/** Throws `USO` if a requested column is neither a field of the view nor one of `BESIDE_FIELDS`. */
function requireColumns({ vista, columnas = [] }: Pick<QueryInput, 'vista' | 'columnas'>): void {
  for (const name of columnas) if (!BESIDE_FIELDS.includes(name)) requireField(VISTA_FIELDS[vista], name, vista);
}

function pickColumns(row: RowDocument, { columnas, detalle, retiradas }: QueryInput): RowDocument {
  if (columnas === undefined) return row;
  const besides = [...(detalle === true ? ['detalle', 'extra'] : []), ...(retiradas === true ? ['retirada'] : [])];
  return Object.fromEntries([...new Set([...columnas, ...besides])].flatMap((c) => (c in row ? [[c, row[c]]] : [])));
}

/** Yields the first `limit` rows; all of them if the limit is 0. */
async function* takeFirst<T>(
  chunks: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  limit: number,
): AsyncGenerator<readonly T[]> {
  let missing = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  for await (const chunk of chunks) {
    yield chunk.slice(0, missing);
    missing -= chunk.length;
    if (missing <= 0) return;
  }
}

export function createBrowse({
  accounts,
  caches,
  ledgers,
  clock,
}: Omit<LocalData, 'folder'>): FunctionsOf<`datos.${'consultar' | 'exportar'}`> {
  const cupones = createOwnCupones({ ledgers });
  function queryCache(
    cache: Pick<ReadableCache, 'readAll' | 'count'> | undefined,
    query: ViewQuery,
    request: QueryInput,
    cobertura: CoverageDocument,
  ): QueryDocument {
    const { vista, limite = LIMIT, detalle = false } = request;
    if (cache === undefined) return { vista, total: 0, filas: [], cobertura };
    const table = TABLES[vista];
    return {
      vista,
      total: cache.count(query),
      filas: Array.from(cache.readAll(query, limite === 0 ? undefined : limite), (row) =>
        pickColumns(toRowDocument(table, row, { detalle }), request),
      ),
      cobertura,
    };
  }

  return {
    async consultar(request) {
      const { vista } = request;
      requireColumns(request);
      const query = queryOf(vista, request);
      const account = await accounts.choose(request.cuenta);
      if (vista === 'cupones') {
        const own = await cupones.open(account);
        return queryCache(own?.cache, query, request, own?.cobertura ?? NO_COVERAGE);
      }
      return caches.read(account, (cache) =>
        queryCache(cache, query, request, toCoverageDocument(cache, { ...query, metodo: vista, ahora: clock.now() })),
      );
    },

    async exportar({ salida, limite = 0, idioma, ...request }, { signal, onProgress }) {
      const { vista, detalle = false, retiradas = false } = request;
      const account = await accounts.choose(request.cuenta);
      // Refuses an unknown column before any row is read; the result is not used.
      listExportedFields({ ...request, idioma }, NO_ROWS);
      const language = idioma === undefined ? undefined : idioma === 'en' ? 'en' : 'es';
      const filtro = filterInWords({ ...request, limite }, language);
      // A screen's export shows settlements as credited as the screen does; the command line shows what the service says.
      const query = { ...queryOf(vista, request), byBank: idioma !== undefined };
      /** Writes the rows of `readAll`, which gives the same rows each time; without `readAll`, no rows. */
      const writeFrom = async (
        cobertura: CoverageDocument,
        readAll: (query: ViewQuery) => Iterable<readonly ReadRow[]> | AsyncIterable<readonly ReadRow[]> = () => [],
        readTotals: () => Promise<RowSummary> | RowSummary = () => NO_ROWS,
      ): Promise<ExportDocument> => {
        const readRowBatches = async function* (): AsyncGenerator<readonly RowDocument[]> {
          for await (const chunk of takeFirst(readAll(query), limite)) {
            yield chunk.map((row) => toRowDocument(TABLES[vista], row, { detalle }));
          }
        };
        const summary = limite === 0 ? await readTotals() : await summariseRows(vista, readRowBatches());
        const campos = listExportedFields({ ...request, idioma }, summary);
        const source = { detalle, retiradas, campos, rowBatches: readRowBatches, cobertura, summary };
        let filas = 0;
        const written = await writeExport(
          { vista, idioma: language, cuenta: account.nombre, filtro, ...source },
          {
            archivo: salida,
            creado: clock.now(),
            signal,
            onProgress: (howMany) => {
              filas = howMany;
              onProgress({ fase: 'exportacion', hecho: howMany, total: null });
            },
          },
        );
        return { vista, ...written, filas, cobertura };
      };
      if (vista === 'cupones') {
        const own = await cupones.open(account);
        if (own === undefined) return writeFrom(NO_COVERAGE);
        const { queries, cobertura } = own;
        return writeFrom(
          cobertura,
          (asked) => [[...queries.everyRow(asked)]],
          () => queries.totals(query),
        );
      }
      const coverage = caches.read(account, (cache) =>
        toCoverageDocument(cache, { ...query, metodo: vista, ahora: clock.now() }),
      );
      return caches.withReader(account, async (reader) => {
        if (reader === undefined) return writeFrom(coverage);
        const passes = reader.readPasses(signal);
        try {
          return await writeFrom(coverage, passes.readAll, () => reader.ask(signal).totals(query));
        } finally {
          await passes.close();
        }
      });
    },
  };
}
