/** The closing of a month, of one taxpayer: how it stands, its workbook, and closing it for good (docs/cierre.md). */
import type { AnswersDocument, CierreDocument, TaxpayersDocument } from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Taxpayer } from '#domain/cierre/taxpayers.ts';
import { civilDateTimeAt, addMonths } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { requireMoney } from '#domain/money.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { FigureData, WithData } from '../figures/adder.ts';
import { findAdjustments, listRows, type Adjustments } from './adjustments.ts';
import { fileOfAnswers, readAnswers, type Answers } from './answers.ts';
import { deliver, writeBooks, type Books } from './books.ts';
import { openClosedMonths, type ClosedMonths } from './closed.ts';
import { evaluateMonth, toDocument, type Evaluation } from './evaluate.ts';
import { keepChecked, listUndetermined } from './questions.ts';
import { readMonth } from './read-month.ts';
import { countPending } from './sheets/pending.ts';
import { chooseTaxpayer, readTaxpayers, type KnownTaxpayers } from './taxpayers.ts';
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
    signal: AbortSignal,
  ) => Promise<readonly { readonly establecimiento: string | null; readonly importe: bigint }[]>;
  /** Called once a month was closed or opened again, and once answers were kept: they go into a backup. */
  readonly afterChange: (account: Account) => Promise<void>;
}

export interface Cierre {
  show(input: MethodParsed<'cierre.ver'>, context: MethodContext): Promise<CierreDocument>;
  close(input: MethodParsed<'cierre.cerrar'>, context: MethodContext): Promise<CierreDocument>;
  reopen(input: MethodParsed<'cierre.reabrir'>, context: MethodContext): Promise<CierreDocument>;
  listTaxpayers(input: MethodParsed<'cierre.contribuyentes'>, context: MethodContext): Promise<TaxpayersDocument>;
  answer(input: MethodParsed<'cierre.responder'>, context: MethodContext): Promise<AnswersDocument>;
}

/** The data of an account, and what the person answered about it. */
interface Known {
  readonly data: FigureData;
  readonly account: Account;
  readonly answers: Answers;
  readonly taxpayers: KnownTaxpayers;
  readonly closed: ClosedMonths;
  readonly signal: AbortSignal;
}

/** A month of a taxpayer, computed from the rows of today. */
interface Evaluated {
  readonly evaluation: Evaluation;
  readonly ajustes: Adjustments;
  readonly doc: CierreDocument;
  /** Writes the workbook and the entry. `folder`: for the file while it is being made. */
  readonly write: (folder: string) => Promise<Books>;
}

export function createCierre(deps: CierreDeps): Cierre {
  const { accounts, withData, folder, clock, who, version, findUnmatched, afterChange } = deps;

  async function withKnown<T>(
    cuenta: string | undefined,
    signal: AbortSignal,
    work: (known: Known) => Promise<T>,
  ): Promise<T> {
    const account = await accounts.choose(cuenta);
    return withData(
      account,
      async (data) => {
        const answers = await readAnswers(fileOfAnswers(folder, account));
        const taxpayers = await readTaxpayers(data, answers);
        return work({ data, account, answers, taxpayers, closed: openClosedMonths(folder, account), signal });
      },
      signal,
    );
  }

  const withTaxpayer = <T>(
    { cuenta, cuit }: { readonly cuenta?: string | undefined; readonly cuit?: string | undefined },
    { signal }: MethodContext,
    work: (known: Known, taxpayer: Taxpayer) => Promise<T>,
  ): Promise<T> =>
    withKnown(cuenta, signal, async (known) => {
      const taxpayer = chooseTaxpayer(known.taxpayers, cuit);
      if (taxpayer !== undefined) return work(known, taxpayer);
      throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.noSuchCuit(cuit ?? '', '') });
    });

  async function evaluate(
    { data, account, answers, taxpayers, closed, signal }: Known,
    taxpayer: Taxpayer,
    { periodo, ...files }: WithholdingFiles & { readonly periodo: string },
  ): Promise<Evaluated> {
    const { cuit } = taxpayer;
    const before = addMonths(periodo, -1);
    const previous = closed.isClosed(before, cuit);
    const mes = await readMonth(data, { mes: periodo, cuit, taxpayers, previous, signal });
    const isOwn = (establecimiento: string | null): boolean =>
      taxpayers.list.length === 1 || taxpayers.cuitOf({ comercio: null, establecimiento }) === cuit;
    const cupones = (await findUnmatched(account, mes, signal)).filter((one) => isOwn(one.establecimiento));
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
    const ajustes = await findAdjustments(data, closed, mes, signal);
    // The moment of the data, not of the writing: the same data gives the same bytes.
    const creado = Math.max(0, ...data.cache.readStretches('liquidaciones', 'fecha').map(({ leido }) => leido));
    const input = { ...answers, evaluation, contribuyente: taxpayer, ajustes: ajustes.docs };
    return {
      evaluation,
      ajustes,
      doc: { ...toDocument(evaluation, taxpayer, ajustes.docs), pendientes: countPending(input) },
      write: (where) => writeBooks(input, { folder: where, creado, signal }),
    };
  }

  /** Copies the books of a closed month as they were frozen. */
  const printAgain = (closed: ClosedMonths, [periodo, cuit]: readonly [string, string], salida: string | undefined) => {
    const month = closed.read(periodo, cuit);
    return deliver(month.documento, month, salida);
  };
  const reasonOf = (motivo: string) => ({ motivo, quien: who(), cuando: civilDateTimeAt(clock.now()) });

  return {
    show: ({ salida, cuenta, ...asked }, context) =>
      withTaxpayer({ cuenta, cuit: asked.cuit }, context, async (known, taxpayer) => {
        const { periodo } = asked;
        if (known.closed.isClosed(periodo, taxpayer.cuit))
          return printAgain(known.closed, [periodo, taxpayer.cuit], salida);
        const { doc, write } = await evaluate(known, taxpayer, asked);
        if (salida === undefined || doc.abiertos.length > 0) return doc;
        return deliver(doc, await write(salida), salida);
      }),

    close: ({ salida, motivo, cuenta, ...asked }, context) =>
      withTaxpayer({ cuenta, cuit: asked.cuit }, context, async (known, { cuit, razonSocial }) => {
        const { closed, answers } = known;
        const { periodo } = asked;
        if (closed.isClosed(periodo, cuit)) return printAgain(closed, [periodo, cuit], salida);
        if (closed.listNames(cuit).some((month) => month.periodo > periodo))
          throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthBeforeClosed(periodo) });
        const { doc, evaluation, ajustes, write } = await evaluate(known, { cuit, razonSocial }, asked);
        const books = await write(await closed.prepareFolder());
        const documento: CierreDocument = {
          ...doc,
          estado: 'cerrado',
          sha256: books.sha256,
          cerrado: { ...reasonOf(motivo), version },
        };
        const paying = new Set(
          [...evaluation.payments.values()].flatMap(({ movimientos }) => movimientos.map(({ id }) => id)),
        );
        await closed.write(
          { ...books, periodo, cuit, documento: JSON.stringify(documento), mapas: JSON.stringify(answers) },
          {
            filas: await listRows(known.data, evaluation.mes, { paying, signal: context.signal }),
            ajustes: ajustes.filas,
          },
        );
        await afterChange(known.account);
        return printAgain(closed, [periodo, cuit], salida);
      }),

    reopen: ({ periodo, motivo, ...which }, context) =>
      withTaxpayer(which, context, async (known, taxpayer) => {
        await known.closed.reopen(periodo, taxpayer.cuit, reasonOf(motivo));
        await afterChange(known.account);
        return (await evaluate(known, taxpayer, { periodo })).doc;
      }),

    listTaxpayers: ({ cuenta }, { signal }) =>
      withKnown(cuenta, signal, ({ taxpayers, closed }) =>
        Promise.resolve({
          contribuyentes: taxpayers.list,
          sinDeterminar: listUndetermined(taxpayers),
          cerrados: closed.list(),
        }),
      ),

    answer: ({ cuenta, ...answers }, { signal }) =>
      withKnown(cuenta, signal, async ({ account, taxpayers }) => {
        const guardados = await keepChecked(fileOfAnswers(folder, account), taxpayers, answers);
        await afterChange(account);
        return { guardados };
      }),
  };
}
