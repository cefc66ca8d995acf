import { isDeepStrictEqual } from 'node:util';
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { ResultReading, ResultRow } from '#contract/conciliaciones.ts';
import type { ResultDocument } from '#contract/documents.ts';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import type { Method, MethodParsed } from '#contract/inputs.ts';
import { civilDateAt, civilDateTimeAt, parseIsoDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { pickFields } from '#domain/cupon.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { ReportSource } from '../reports/source.ts';
import { refuseExisting } from '#platform/new-file.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { StoredCupon, StoredReading, Results } from '#storage/results/open.ts';
import type { Account } from '../accounts/account.ts';
import type { LocalData, Shared } from '../open/index.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import { compareCounters } from '#domain/service-counters.ts';
import { toShownSheet } from '../sheets.ts';
import { writeReport } from '../reports/write-report.ts';
import { bridgeOf } from '../upload/report-source.ts';
import { createSheetOf, findSheets, type SheetOf } from '../uploaded/uploads.ts';
import { documentOf, listKept, listUploads, type NameOf, type Names } from './listing.ts';
import { listOtherAmounts } from '../browse/trail-of-cupon.ts';
import { addReasons } from './explained.ts';
import { readResult } from './keep-result.ts';

const MAX_SALES = 100_000;

interface Deps extends Pick<Shared, 'sessions' | 'ledgers' | 'caches' | 'clock'> {
  readonly accounts: LocalData['accounts'];
  readonly names: Names;
  readonly showExplanation: (
    input: Pick<MethodParsed<'explicaciones.explicar'>, 'cuenta' | 'de'>,
    context: MethodContext,
  ) => Promise<ExplanationsDocument>;
}

export type StoredResults = FunctionsOf<
  Exclude<
    Extract<Method, `conciliaciones.${string}`>,
    'conciliaciones.listar' | 'conciliaciones.ver' | 'conciliaciones.borrar'
  >
>;

/** The last result read of each reconciliation. Only `leer` and `resultado` ask the service (`resultado` only for the header if `isAsKept`). */
export function createStoredResults(deps: Deps): StoredResults {
  const { accounts, sessions, ledgers, caches, names, showExplanation, clock } = deps;
  const openResults = async (name: string | undefined): Promise<{ cuenta: Account; db: Results }> => {
    const account = await accounts.choose(name);
    return { cuenta: account, db: await caches.results(account) };
  };
  const getReading = (db: Results, id: string): StoredReading => {
    const found = db.show(id);
    if (found === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    return found;
  };

  async function readAgain(
    { cuenta, id, sinPreguntar }: MethodParsed<'conciliaciones.leer'>,
    context: MethodContext,
  ): Promise<{ readonly cuenta: Account; readonly reading: StoredReading }> {
    const { servicio: service, cuenta: own } = await sessions.open(cuenta, context.signal, { sinPreguntar });
    const ledger = await ledgers.openExisting(own);
    const upload = ledger?.uploadOf(own.id, id) ?? null;
    const db = await caches.results(own);
    try {
      await readResult(service.conciliaciones, { id, results: db, ledger, carga: upload, clock }, context);
    } catch (error) {
      // Keeps the stored result: later calls use it without asking the service.
      if (isAppError(error, 'CONCILIACION_INEXISTENTE') && db.show(id) !== undefined) db.markMissing(id, clock.now());
      throw error;
    }
    return { cuenta: own, reading: getReading(db, id) };
  }

  /** True if the upload read this result today and the service's header is the same. Reading the header takes one request, the result one per 100 coupons. */
  async function isAsKept(
    { cuenta, kept, db }: { readonly cuenta: string | undefined; readonly kept: StoredReading; readonly db: Results },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { id } = kept.encabezado;
    if (!isOfUploadToday(kept, clock) || db.readMissing().has(id)) return false;
    const { servicio } = await sessions.open(cuenta, signal);
    const header = await servicio.conciliaciones.show(id, signal);
    return header !== undefined && isDeepStrictEqual(documentOf(header, null), documentOf(kept.encabezado, null));
  }

  async function writeWorkbook(
    { cuenta: account, id, exportar, pantalla }: MethodParsed<'conciliaciones.informe'>,
    context: MethodContext,
  ): Promise<string> {
    const { signal, onProgress } = context;
    const { cuenta: chosen, db } = await openResults(account);
    const { carga } = getReading(db, id);
    const ledger = carga === null ? undefined : await ledgers.openExisting(chosen);
    const nameOf = await names.of(chosen);
    const sheetOf = createSheetOf(ledger, carga);
    const getSource = (): ReportSource => {
      const { lectura, encabezado, carga, archivos, leido, grupos, noAceptados } = getReading(db, id);
      return {
        cuenta: chosen.nombre,
        archivos,
        carga: carga ?? encabezado.id,
        conciliacion: encabezado,
        nombre: nameOf(encabezado.id, carga),
        leido: civilDateTimeAt(leido),
        hoy: civilDateAt(clock.now()),
        completo: grupos.no_informados.cupones === 0 && noAceptados === null,
        cupones: (dispositions) => toReportCupones(db.cupones(lectura, dispositions), sheetOf),
        readErrors: () => (carga === null || ledger === undefined ? [] : ledger.readErrors(carga)),
        readNotices: () => (carga === null || ledger === undefined ? [] : ledger.readNotices(carga)),
        ...(carga === null || ledger === undefined ? {} : { bridge: () => bridgeOf(ledger, carga) }),
      };
    };
    const explained = await addReasons(getSource, () => showExplanation({ cuenta: account, de: id }, context));
    return writeReport(explained, {
      signal,
      creado: clock.now(),
      salida: { archivo: exportar },
      ...(pantalla === undefined ? {} : { aside: [toShownSheet(pantalla, chosen.nombre)] }),
      onProgress: (done, total) => onProgress({ fase: 'informe', hecho: done, total }),
    });
  }

  return {
    async leer(input, context) {
      const { cuenta: own, reading } = await readAgain(input, context);
      return readingOf(reading, await names.of(own));
    },

    async resultado({ cuenta, id, exportar, releer }, context) {
      // Checks the path before asking the service, because reading and explaining may take minutes.
      if (exportar !== undefined) await refuseExisting(exportar);
      const { db } = await openResults(cuenta);
      const kept = releer === true ? undefined : db.show(id);
      const isCurrent = kept !== undefined && (await isAsKept({ cuenta, kept, db }, context.signal));
      const reading = isCurrent ? kept : (await readAgain({ cuenta, id }, context)).reading;
      const doc = resultOf(reading, db);
      if (exportar === undefined) return doc;
      return { ...doc, exportado: await writeWorkbook({ cuenta, id, exportar }, context) };
    },

    async conocidas({ cuenta }) {
      const chosen = await accounts.choose(cuenta);
      const [ledger, stored] = [await ledgers.openExisting(chosen), await caches.existingResults(chosen)];
      const locales = { ledger, kept: stored, account: chosen.id, nameOf: await names.of(chosen) };
      return { conciliaciones: listKept(locales), cargas: listUploads(locales) };
    },

    async guardada({ cuenta, id }) {
      const chosen = await accounts.choose(cuenta);
      const db = await caches.existingResults(chosen);
      const found = db?.show(id);
      return found === undefined
        ? null
        : {
            ...readingOf(found, await names.of(chosen)),
            ...(isOfUploadToday(found, clock) ? { delEnvio: true } : {}),
            ...(db?.readMissing().has(id) === true ? { ausente: true } : {}),
          };
    },

    async cupones({ cuenta, id, desde, limite, ...query }) {
      const { cuenta: chosen, db } = await openResults(cuenta);
      const { lectura, leido, carga } = getReading(db, id);
      const page = db.readPage(lectura, query, { desde, limite, hoy: civilDateAt(clock.now()) });
      const ledger = carga === null ? undefined : await ledgers.openExisting(chosen);
      return { ...page, filas: nameSheets(page.filas, ledger, carga), desde, leido: civilDateTimeAt(leido) };
    },

    async informe(input, context) {
      await refuseExisting(input.exportar);
      return { exportado: await writeWorkbook(input, context) };
    },

    async nombrar({ cuenta, id, nombre }) {
      const chosen = await accounts.choose(cuenta);
      const upload = (await ledgers.openExisting(chosen))?.uploadOf(chosen.id, id) ?? null;
      const isKnown = upload !== null || (await caches.existingResults(chosen))?.show(id) !== undefined;
      if (nombre !== null && !isKnown)
        throw new AppError('CONCILIACION_INEXISTENTE', {
          mensaje: REFUSALS.reconciliationNotKnownHere,
          detail: { id },
        });
      await names.give(chosen, { id, carga: upload }, nombre);
      return { id, nombre };
    },

    async otros_importes({ cuenta, id }, { signal }) {
      const { cuenta: chosen, db } = await openResults(cuenta);
      const matched = db.cupones(getReading(db, id).lectura, ['conciliado']);
      const cupones = await caches.withReader(chosen, async (reader) => {
        if (reader === undefined) return [];
        return listOtherAmounts(matched, async (settlements) => {
          const filtros = [{ campo: 'liquidaciones_id', valores: settlements }];
          return (await reader.ask(signal).listLinked('operaciones', { filtros, limite: MAX_SALES })).filas;
        });
      });
      return { cupones };
    },

    async puente({ cuenta, id }) {
      const { cuenta: chosen, db } = await openResults(cuenta);
      const kept = getReading(db, id);
      const { carga, encabezado } = kept;
      const ledger = carga === null ? undefined : await ledgers.openExisting(chosen);
      const known = carga !== null && ledger?.upload(carga) !== undefined;
      return {
        puente: known ? bridgeOf(ledger, carga) : null,
        contadores: compareCounters(encabezado, countsOf(db, kept)),
      };
    },
  };
}

function countsOf(db: Results, { lectura, grupos }: StoredReading): (disposition: Disposition) => number {
  const others = new Map<string, number>();
  for (const { disposicion } of db.cupones(lectura, ['existente', 'rechazado', 'no_informado'])) {
    others.set(disposicion, (others.get(disposicion) ?? 0) + 1);
  }
  return (disposition) => {
    if (disposition === 'conciliado') return grupos.conciliados.cupones;
    if (disposition === 'sin_conciliar') return grupos.sin_conciliar.cupones;
    return others.get(disposition) ?? 0;
  };
}

/** The stored result, with every coupon that the service lists, in the service's order. */
function resultOf({ encabezado, carga, leido, lectura, cuarentena }: StoredReading, db: Results): ResultDocument {
  const operaciones = Array.from(db.cupones(lectura, ['conciliado', 'sin_conciliar']), ({ operacion }) => operacion);
  return {
    ...documentOf(encabezado, carga),
    leido: civilDateTimeAt(leido),
    operaciones,
    ...(cuarentena === undefined ? {} : { cuarentena }),
  };
}

/** True if the upload itself read the result today. Only such a result may be used without reading it again, because a result may change at any time. */
const isOfUploadToday = ({ isOfUpload, leido }: StoredReading, clock: Clock): boolean =>
  isOfUpload === true && civilDateAt(leido) === civilDateAt(clock.now());

function readingOf(
  { encabezado, carga, leido, grupos, novedades, noAceptados, tarjetas, comercios, archivos, dias }: StoredReading,
  nameOf: NameOf,
): ResultReading {
  return {
    conciliacion: documentOf(encabezado, carga, nameOf(encabezado.id, carga)),
    leido: civilDateTimeAt(leido),
    grupos,
    novedades: novedades === null ? null : { ...novedades, desde: civilDateTimeAt(novedades.desde) },
    ...(noAceptados === null ? {} : { noAceptados }),
    tarjetas,
    comercios,
    archivos,
    dias,
  };
}

/** Adds the sheet to each row of a page; the sheet of a row that was not sent is in its error. */
function nameSheets(rows: readonly ResultRow[], ledger: Ledger | undefined, upload: string | null): ResultRow[] {
  const cupones = rows.flatMap((row) => (row.tipo === 'cupon' ? [row] : []));
  const sheets = findSheets(
    ledger,
    cupones.map((one) => ({ ...one, fila: one.operacion.fila, cupon: one.operacion, carga: upload })),
  );
  const sheetOf = new Map(cupones.map((one, i) => [one, sheets[i] ?? null]));
  if (ledger !== undefined && upload !== null && cupones.some(({ disposicion }) => disposicion === 'error')) {
    const errors = Map.groupBy(ledger.readErrors(upload), ({ archivo, fila }) => JSON.stringify([archivo, fila]));
    for (const one of cupones) {
      if (one.disposicion !== 'error') continue;
      const its = errors.get(JSON.stringify([one.archivo, one.operacion.fila])) ?? [];
      const said = its.find(({ mensaje }) => one.mensaje?.includes(mensaje)) ?? its[0];
      sheetOf.set(one, said?.hoja ?? null);
    }
  }
  return rows.map((row) => (row.tipo === 'cupon' ? { ...row, hoja: sheetOf.get(row) ?? null } : row));
}

function* toReportCupones(cupones: Iterable<StoredCupon>, sheetOf: SheetOf): Generator<ReportCupon> {
  for (const { operacion, disposicion, archivo } of cupones) {
    // Rows that were not sent come later, from the ledger.
    if (disposicion === 'error') continue;
    const cupon = pickFields(operacion);
    const { fila, modo, nro_liquidacion, fecha_liq } = operacion;
    const liquidacionDate = fecha_liq === null ? null : (parseIsoDate(fecha_liq) ?? null);
    const hoja = sheetOf({ archivo, fila, cupon });
    yield { archivo, hoja, fila, cupon, disposicion, modo, nroLiquidacion: nro_liquidacion, fechaLiq: liquidacionDate };
  }
}
