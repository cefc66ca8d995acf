/** The closing of a month, of one taxpayer: how it stands, its workbook, and closing it for good (docs/cierre.md). */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  AdjustmentDocument,
  AnswersDocument,
  BalanceDocument,
  CierreDocument,
  TaxpayersDocument,
} from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Balance } from '#domain/cierre/balances.ts';
import { ACCOUNTS } from '#domain/cierre/entry.ts';
import { isJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { keyOfStore, parseCuit, type Taxpayer } from '#domain/cierre/taxpayers.ts';
import type { Tie } from '#domain/cierre/ties.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { formatPlain, requireMoney } from '#domain/money.ts';
import { addMonths } from '#domain/months.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { getSystemCode, toAccessError } from '#platform/disk-error.ts';
import { makeTemporaryName, publish } from '#platform/new-file.ts';
import type { FrozenAdjustment } from '#storage/cierre/closed-month.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { FigureData, WithData } from '../figures/adder.ts';
import { toOutputError } from '../output-error.ts';
import { compareClosed, listRows } from './adjustments.ts';
import { fileOfAnswers, keepAnswers, readAnswers, type Answers } from './answers.ts';
import { openClosedMonths, type ClosedMonths, type FrozenMonth } from './closed.ts';
import { evaluateMonth, type Evaluation } from './evaluate.ts';
import { readMonth } from './read-month.ts';
import { buildSheets, writeEntryCsv, type BookInput } from './sheets.ts';
import { chooseTaxpayer, readTaxpayers } from './taxpayers.ts';
import { tieFiles, type WithholdingFiles } from './withholdings.ts';

export interface CierreDeps {
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly withData: WithData;
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly clock: Clock;
  /** Who is at this PC, and the version of the program. */
  readonly who: () => string;
  readonly version: string;
  /** The amounts of unmatched coupons with which something is left to do, sold between two days, by establishment. */
  readonly findUnmatched: (
    account: Account,
    days: { readonly desde: string; readonly hasta: string },
  ) => Promise<readonly { readonly establecimiento: string | null; readonly importe: bigint }[]>;
}

export interface Cierre {
  show(input: MethodParsed<'cierre.ver'>, context: MethodContext): Promise<CierreDocument>;
  close(input: MethodParsed<'cierre.cerrar'>, context: MethodContext): Promise<CierreDocument>;
  reopen(input: MethodParsed<'cierre.reabrir'>, context: MethodContext): Promise<CierreDocument>;
  listTaxpayers(input: MethodParsed<'cierre.contribuyentes'>, context: MethodContext): Promise<TaxpayersDocument>;
  answer(input: MethodParsed<'cierre.responder'>, context: MethodContext): Promise<AnswersDocument>;
}

const toTieDocument = ({ clave, comparados, sinComparar, filas }: Tie): CierreDocument['empates'][number] => ({
  clave,
  comparados,
  difieren: filas.length,
  sinComparar,
  filas: filas.map((row) => ({
    ...row,
    importe: formatPlain(row.importe),
    esperado: row.esperado === null ? null : formatPlain(row.esperado),
    encontrado: row.encontrado === null ? null : formatPlain(row.encontrado),
  })),
});

const toBalanceDocument = ({ procesador, ...amounts }: Balance): BalanceDocument => ({
  procesador,
  aperturaALiquidar: formatPlain(amounts.aperturaALiquidar),
  vendido: formatPlain(amounts.vendido),
  liquidado: formatPlain(amounts.liquidado),
  aLiquidar: formatPlain(amounts.aLiquidar),
  aperturaACobrar: formatPlain(amounts.aperturaACobrar),
  neto: formatPlain(amounts.neto),
  acreditado: formatPlain(amounts.acreditado),
  aCobrar: formatPlain(amounts.aCobrar),
});

/** Puts bytes into a folder under a name, or "nombre (2)" where another file has it; a file with these very bytes is the answer. */
async function placeFile(folder: string, name: string, bytes: Buffer): Promise<string> {
  const wanted = path.resolve(folder, name);
  try {
    const present = await readFile(wanted).catch((error: unknown) => {
      if (getSystemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (present?.equals(bytes) === true) return wanted;
    const temporary = makeTemporaryName(wanted);
    await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' });
    return await publish(temporary, wanted, 'numerar');
  } catch (error) {
    throw toOutputError(error, wanted, REFUSALS.noOutputFolder);
  }
}

const nameOfBook = (periodo: string, cuit: string): string => `cierre-${periodo}-${cuit}.xlsx`;
const nameOfEntry = (periodo: string, cuit: string): string => `asiento-${periodo}-${cuit}.csv`;

export function createCierre(deps: CierreDeps): Cierre {
  const { accounts, withData, folder, clock, who, version, findUnmatched } = deps;

  /** What closed months before this one have now and did not have then. */
  async function findAdjustments(
    closed: ClosedMonths,
    { cuit, periodo, read }: { cuit: string; periodo: string; read: (mes: string) => ReturnType<typeof readMonth> },
  ): Promise<{ docs: readonly AdjustmentDocument[]; filas: readonly FrozenAdjustment[] }> {
    const months = closed.list(cuit).filter((month) => month.periodo < periodo);
    const frozen = new Map(months.map((month) => [month.periodo, closed.readRows(month.periodo, cuit)]));
    const taken = [...frozen.values()].flatMap(({ ajustes }) => ajustes);
    const docs: AdjustmentDocument[] = [];
    const filas: FrozenAdjustment[] = [];
    for (const [mes, rows] of frozen) {
      const today = await read(mes);
      const paying = new Set(today.bankMovements.filter(({ liquidacion }) => liquidacion !== null).map(({ id }) => id));
      const known = new Set(rows.filas.map(({ vista, id }) => `${vista} ${id}`));
      const now = [
        ...listRows(
          today,
          new Set([...paying, ...rows.filas.filter(({ vista }) => vista === 'movimientos').map(({ id }) => id)]),
        ),
      ];
      const found = compareClosed(
        mes,
        rows.filas,
        taken.filter((row) => row.mes === mes),
        // A movement that was there and paid nothing then is no change of that month.
        now.filter(({ vista, id }) => vista !== 'movimientos' || known.has(`${vista} ${id}`)),
      );
      docs.push(...found.docs);
      filas.push(...found.filas);
    }
    return { docs, filas };
  }

  interface Evaluated {
    readonly evaluation: Evaluation;
    readonly contribuyente: Taxpayer;
    readonly answers: Answers;
    readonly ajustes: Awaited<ReturnType<typeof findAdjustments>>;
    readonly creado: number;
  }

  async function evaluate(
    data: FigureData,
    account: Account,
    {
      periodo,
      taxpayer,
      files,
      closed,
      signal,
    }: {
      periodo: string;
      taxpayer: Taxpayer;
      files: WithholdingFiles;
      closed: ClosedMonths;
      signal: AbortSignal;
    },
  ): Promise<Evaluated> {
    const { cuit } = taxpayer;
    const answers = await readAnswers(fileOfAnswers(folder, account));
    const taxpayers = await readTaxpayers(data, answers);
    const before = addMonths(periodo, -1);
    const previous = closed.isClosed(before, cuit);
    const read = (mes: string) =>
      readMonth(data, { mes, cuit, taxpayers, previous: closed.isClosed(addMonths(mes, -1), cuit), signal });
    const mes = await read(periodo);
    const isOwn = (establecimiento: string | null): boolean =>
      taxpayers.list.length === 1 || taxpayers.cuitOf({ comercio: null, establecimiento }) === cuit;
    const cupones = (await findUnmatched(account, mes)).filter((one) => isOwn(one.establecimiento));
    const evaluation = evaluateMonth(mes, {
      cuit,
      cuitOf: taxpayers.cuitOf,
      jurisdicciones: answers.jurisdicciones,
      apertura: previous
        ? closed.read(before, cuit).documento.saldos.procesadores.map(({ procesador, aLiquidar, aCobrar }) => ({
            procesador,
            aLiquidar: BigInt(requireMoney(aLiquidar)),
            aCobrar: BigInt(requireMoney(aCobrar)),
          }))
        : undefined,
      retenciones: await tieFiles(mes, files, { answers, signal }),
      cupones: cupones.map(({ importe }) => importe),
    });
    return {
      evaluation,
      contribuyente: taxpayer,
      answers,
      ajustes: await findAdjustments(closed, { cuit, periodo, read }),
      // The moment of the data, not of the writing: the same data gives the same bytes.
      creado: Math.max(0, ...data.cache.readStretches('liquidaciones', 'fecha').map(({ leido }) => leido)),
    };
  }

  const toDocument = ({ evaluation, contribuyente, ajustes }: Evaluated): CierreDocument => ({
    periodo: evaluation.mes.mes,
    cuit: contribuyente.cuit,
    razonSocial: contribuyente.razonSocial,
    estado: 'abierto',
    abiertos: evaluation.abiertos,
    empates: evaluation.empates.map(toTieDocument),
    saldos: { procesadores: evaluation.saldos.map(toBalanceDocument) },
    archivo: null,
    sha256: null,
    ajustes: ajustes.docs,
    asiento: null,
    cerrado: null,
  });

  /** The bytes of the workbook and the entry. */
  async function writeBooks(evaluated: Evaluated, where: string, signal: AbortSignal) {
    const { evaluation, contribuyente, answers, ajustes, creado } = evaluated;
    const input: BookInput = {
      evaluation,
      contribuyente,
      plan: answers.plan,
      jurisdicciones: answers.jurisdicciones,
      ajustes: ajustes.docs,
    };
    const file = makeTemporaryName(path.resolve(where, nameOfBook(evaluation.mes.mes, contribuyente.cuit)));
    try {
      await writeWorkbook(file, buildSheets(input), { signal, creado, ifExists: 'rechazar' });
      const libro = await readFile(file);
      return { libro, sha256: createHash('sha256').update(libro).digest('hex'), asiento: writeEntryCsv(input) ?? null };
    } catch (error) {
      throw toOutputError(error, file, REFUSALS.noOutputFolder);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Copies a workbook and its entry into a folder. */
  async function deliver(
    doc: CierreDocument,
    { libro, sha256, asiento }: { libro: Buffer; sha256: string; asiento: string | null },
    salida: string | undefined,
  ): Promise<CierreDocument> {
    if (salida === undefined) return { ...doc, sha256 };
    const { periodo, cuit } = doc;
    const archivo = await placeFile(salida, nameOfBook(periodo, cuit), libro);
    const csv =
      asiento === null ? null : await placeFile(salida, nameOfEntry(periodo, cuit), Buffer.from(asiento, 'utf8'));
    return { ...doc, archivo, sha256, asiento: csv };
  }

  const printAgain = (month: FrozenMonth, salida: string | undefined): Promise<CierreDocument> =>
    deliver(month.documento, month, salida);

  async function withTaxpayer<T>(
    { cuenta, cuit }: { cuenta?: string | undefined; cuit?: string | undefined },
    signal: AbortSignal,
    work: (known: { data: FigureData; account: Account; taxpayer: Taxpayer; closed: ClosedMonths }) => Promise<T>,
  ): Promise<T> {
    const account = await accounts.choose(cuenta);
    return withData(
      account,
      async (data) => {
        const taxpayers = await readTaxpayers(data, await readAnswers(fileOfAnswers(folder, account)));
        const taxpayer = chooseTaxpayer(taxpayers, cuit);
        if (taxpayer === undefined)
          throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.noSuchCuit(cuit ?? '', '') });
        return work({ data, account, taxpayer, closed: openClosedMonths(folder, account) });
      },
      signal,
    );
  }

  return {
    show: ({ periodo, salida, retenciones, convenio, ...which }, { signal }) =>
      withTaxpayer(which, signal, async ({ data, account, taxpayer, closed }) => {
        if (closed.isClosed(periodo, taxpayer.cuit)) return printAgain(closed.read(periodo, taxpayer.cuit), salida);
        const evaluated = await evaluate(data, account, {
          periodo,
          taxpayer,
          closed,
          signal,
          files: { retenciones, convenio },
        });
        const doc = toDocument(evaluated);
        if (salida === undefined || doc.abiertos.length > 0) return doc;
        return deliver(doc, await writeBooks(evaluated, salida, signal), salida);
      }),

    close: ({ periodo, salida, motivo, retenciones, convenio, ...which }, { signal }) =>
      withTaxpayer(which, signal, async ({ data, account, taxpayer, closed }) => {
        const { cuit } = taxpayer;
        if (closed.isClosed(periodo, cuit)) return printAgain(closed.read(periodo, cuit), salida);
        if (closed.list(cuit).some((month) => month.periodo > periodo))
          throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthBeforeClosed(periodo) });
        const evaluated = await evaluate(data, account, {
          periodo,
          taxpayer,
          closed,
          signal,
          files: { retenciones, convenio },
        });
        const books = await writeBooks(evaluated, await closed.prepareFolder(), signal);
        const doc: CierreDocument = {
          ...toDocument(evaluated),
          estado: 'cerrado',
          sha256: books.sha256,
          cerrado: { quien: who(), cuando: civilDateTimeAt(clock.now()), motivo, version },
        };
        const { mes, payments } = evaluated.evaluation;
        const paying = new Set([...payments.values()].flatMap(({ movimientos }) => movimientos.map(({ id }) => id)));
        await closed.write(
          { periodo, cuit, documento: JSON.stringify(doc), mapas: JSON.stringify(evaluated.answers), ...books },
          { filas: listRows(mes, paying), ajustes: evaluated.ajustes.filas },
        );
        return printAgain(closed.read(periodo, cuit), salida);
      }),

    reopen: ({ periodo, motivo, ...which }, { signal }) =>
      withTaxpayer(which, signal, async ({ data, account, taxpayer, closed }) => {
        await closed.reopen(periodo, taxpayer.cuit, { motivo, quien: who(), cuando: civilDateTimeAt(clock.now()) });
        return toDocument(await evaluate(data, account, { periodo, taxpayer, closed, signal, files: {} }));
      }),

    async listTaxpayers({ cuenta }, { signal }) {
      const account = await accounts.choose(cuenta);
      return withData(
        account,
        async (data) => {
          const taxpayers = await readTaxpayers(data, await readAnswers(fileOfAnswers(folder, account)));
          const places = Map.groupBy(
            taxpayers.seen.filter((ref) => taxpayers.cuitOf(ref) === null),
            ({ comercio, establecimiento }) => JSON.stringify([comercio, establecimiento]),
          );
          return {
            contribuyentes: taxpayers.list,
            sinDeterminar: [...places.values()].flatMap((rows) => {
              const [first] = rows;
              if (first === undefined) return [];
              return [
                {
                  comercio: first.comercio,
                  establecimiento: first.establecimiento,
                  filas: rows.reduce((n, { filas }) => n + filas, 0),
                },
              ];
            }),
            cerrados: openClosedMonths(folder, account).list(),
          };
        },
        signal,
      );
    },

    async answer({ cuenta, cuits = [], jurisdicciones = [], agentes = [], plan }, { signal }) {
      const account = await accounts.choose(cuenta);
      const at = fileOfAnswers(folder, account);
      return withData(
        account,
        async (data) => {
          const taxpayers = await readTaxpayers(data, await readAnswers(at));
          const comercios: Record<string, string> = {};
          const establecimientos: Record<string, string> = {};
          for (const { de, cuit } of cuits) {
            const { cuit: known = '' } = chooseTaxpayer(taxpayers, cuit) ?? {};
            if (taxpayers.seen.some(({ comercio }) => keyOfStore(comercio ?? '') === keyOfStore(de)))
              comercios[de] = known;
            else if (taxpayers.seen.some(({ establecimiento }) => establecimiento === de)) establecimientos[de] = known;
            else throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.unknownStore(de) });
          }
          for (const { jurisdiccion } of jurisdicciones)
            if (!isJurisdiction(jurisdiccion)) throw new AppError('ENTRADA_INVALIDA', { detail: { jurisdiccion } });
          for (const { agente } of agentes)
            if (parseCuit(agente) === undefined) throw new AppError('ENTRADA_INVALIDA', { detail: { agente } });
          const fresh = {
            comercios,
            establecimientos,
            jurisdicciones: Object.fromEntries(jurisdicciones.map(({ texto, jurisdiccion }) => [texto, jurisdiccion])),
            agentes: Object.fromEntries(agentes.map(({ agente, procesador }) => [parseCuit(agente) ?? '', procesador])),
            plan: plan === undefined ? {} : await readPlan(plan),
          };
          await keepAnswers(at, fresh);
          const guardados = Object.values(fresh).reduce((n, each) => n + Object.keys(each).length, 0);
          return { guardados };
        },
        signal,
      );
    },
  };
}

/** Reads lines `CLAVE;CÓDIGO`; a key may name a jurisdiction (`ret_iibb.921`). Throws `ENTRADA_INVALIDA` with the line that is not so. */
async function readPlan(file: string): Promise<Record<string, string>> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toAccessError(error);
  });
  const codes: Record<string, string> = {};
  for (const line of content.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (line.trim() === '' || /^clave;/i.test(line)) continue;
    const [key = '', code = ''] = line.split(';').map((cell) => cell.trim());
    const [account = '', jurisdiction] = key.split('.');
    const isKnown = Object.hasOwn(ACCOUNTS, account) && (jurisdiction === undefined || isJurisdiction(jurisdiction));
    if (!isKnown || code === '') throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.badPlan(line) });
    codes[key] = code;
  }
  return codes;
}
