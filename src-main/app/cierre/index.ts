/** The closing of a taxpayer's month: its state, its workbook, and closing it for good (docs/cierre.md). */
import type { CierreDocument } from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import type { Method, MethodParsed } from '#contract/inputs.ts';
import type { Taxpayer } from '#domain/cierre/taxpayers.ts';
import { civilDateTimeAt, addMonths, parseIsoDate } from '#domain/civil-date.ts';
import { centavosOf } from '#domain/money.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import type { FigureData, FigureDeps } from '../figures/adder.ts';
import type { ListWork } from '../home/unmatched.ts';
import { findAdjustments, listRows } from './adjustments.ts';
import { fileOfAnswers, readAnswers, type Answers, keepChecked, listUndetermined } from './questions.ts';
import { deliver, writeBooks } from './books.ts';
import { openClosedMonths, type ClosedMonths } from './closed.ts';
import { evaluateMonth, toDocument } from './evaluate.ts';
import { readMonth } from './read-month.ts';
import type { BookInput } from './sheets/common.ts';
import { countPending } from './sheets/pending.ts';
import { chooseTaxpayer, readTaxpayers, type KnownTaxpayers } from './taxpayers.ts';
import { tieFiles, type WithholdingFiles } from './withholdings.ts';

interface Deps extends FigureDeps {
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly who: () => string;
  readonly version: string;
  readonly listWork: ListWork;
  /** Called after a month was closed or reopened and after answers were stored, to make a backup. */
  readonly afterChange: (account: Account) => void;
}

interface Known {
  readonly data: FigureData;
  readonly account: Account;
  readonly answers: Answers;
  readonly taxpayers: KnownTaxpayers;
  readonly closed: ClosedMonths;
  readonly signal: AbortSignal;
}

export function createCierre(deps: Deps): FunctionsOf<Extract<Method, `cierre.${string}`>> {
  const { accounts, withData, folder, clock, who, version, listWork, afterChange } = deps;
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

  /** Computes the month from the present rows. The returned `write` makes its workbook and entry, with the unfinished file in the given folder. */
  async function evaluate(
    { data, account, answers, taxpayers, closed, signal }: Known,
    taxpayer: Taxpayer,
    { periodo, ...files }: WithholdingFiles & { readonly periodo: string },
  ) {
    const { cuit } = taxpayer;
    const before = addMonths(periodo, -1);
    const previous = closed.isClosed(before, cuit);
    const mes = await readMonth(data, { mes: periodo, cuit, taxpayers, previous, signal });
    const { cupones = [] } = (await listWork(account, signal)) ?? {};
    const unmatched = cupones.filter(({ cupon: { fecha_venta = '', establecimiento = null } }) => {
      const day = parseIsoDate(fecha_venta) ?? '';
      const isOwn = taxpayers.list.length === 1 || taxpayers.cuitOf({ comercio: null, establecimiento }) === cuit;
      return isOwn && day >= mes.desde && day <= mes.hasta;
    });
    const evaluation = evaluateMonth(mes, {
      cuitOf: taxpayers.cuitOf,
      jurisdicciones: answers.jurisdicciones,
      apertura: previous
        ? closed.read(before, cuit).documento.saldos.procesadores.map(({ procesador, aLiquidar, aCobrar }) => ({
            procesador,
            aLiquidar: centavosOf(aLiquidar),
            aCobrar: centavosOf(aCobrar),
          }))
        : undefined,
      retenciones: await tieFiles(mes, files, { answers, signal }),
      cupones: unmatched.map(({ importe }) => BigInt(importe)),
    });
    const ajustes = await findAdjustments(data, closed, mes, signal);
    // Uses the time of the data instead of the present time, so that the same data gives the same bytes.
    const creado = Math.max(0, ...data.cache.readStretches('liquidaciones', 'fecha').map(({ leido }) => leido));
    const input = { ...answers, evaluation, contribuyente: taxpayer, ajustes: ajustes.docs };
    return {
      evaluation,
      ajustes,
      doc: toDocument(input, countPending(input)),
      write: (where: string, cerrado?: BookInput['cerrado']) =>
        writeBooks({ ...input, ...(cerrado === undefined ? {} : { cerrado }) }, { folder: where, creado, signal }),
    };
  }

  const printAgain = (
    { closed }: Known,
    { periodo, cuit, salida, version }: Taxpayer & Pick<MethodParsed<'cierre.ver'>, 'periodo' | 'salida' | 'version'>,
  ) => {
    const month = closed.read(periodo, cuit, version);
    return deliver(month.documento, month, { salida, version });
  };
  const reasonOf = (motivo: string) => ({ motivo, quien: who(), cuando: civilDateTimeAt(clock.now()) });

  return {
    ver: ({ salida, cuenta, version, ...asked }, context) =>
      withTaxpayer({ cuenta, cuit: asked.cuit }, context, async (known, taxpayer) => {
        const { periodo } = asked;
        if (version !== undefined || known.closed.isClosed(periodo, taxpayer.cuit))
          return printAgain(known, { ...taxpayer, periodo, salida, version });
        const { doc, write } = await evaluate(known, taxpayer, asked);
        if (salida === undefined || doc.abiertos.length > 0) return doc;
        return deliver(doc, await write(salida), { salida });
      }),

    cerrar({ salida, motivo, cuenta, ...asked }, context) {
      return withTaxpayer({ cuenta, cuit: asked.cuit }, context, async (known, taxpayer) => {
        const { closed, answers } = known;
        const [{ periodo }, { cuit }] = [asked, taxpayer];
        if (closed.isClosed(periodo, cuit)) return printAgain(known, { ...taxpayer, periodo, salida });
        if (closed.listNames(cuit).some((month) => month.periodo > periodo))
          throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthBeforeClosed(periodo) });
        const { doc, evaluation, ajustes, write } = await evaluate(known, taxpayer, asked);
        const reason = reasonOf(motivo);
        const books = await write(await closed.prepareFolder(), reason);
        const documento: CierreDocument = {
          ...doc,
          estado: 'cerrado',
          sha256: books.sha256,
          cerrado: { ...reason, version },
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
        afterChange(known.account);
        return printAgain(known, { ...taxpayer, periodo, salida });
      });
    },

    reabrir: ({ periodo, motivo, ...which }, context) =>
      withTaxpayer(which, context, async (known, taxpayer) => {
        await known.closed.reopen(periodo, taxpayer.cuit, reasonOf(motivo));
        afterChange(known.account);
        return (await evaluate(known, taxpayer, { periodo })).doc;
      }),

    contribuyentes: ({ cuenta }, { signal }) =>
      withKnown(cuenta, signal, async ({ taxpayers, closed }) => ({
        contribuyentes: taxpayers.list,
        sinDeterminar: listUndetermined(taxpayers),
        cerrados: closed.list(),
        reabiertos: await closed.listReopened(),
      })),

    responder: ({ cuenta, ...answers }, { signal }) =>
      withKnown(cuenta, signal, async ({ account, taxpayers }) => {
        const guardados = await keepChecked(fileOfAnswers(folder, account), taxpayers, answers);
        afterChange(account);
        return { guardados };
      }),
  };
}
