import path from 'node:path';
import type { HomeDocument } from '#contract/home.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Method } from '#contract/inputs.ts';
import {
  addDays,
  civilDateAt,
  parseIsoDate,
  type CivilDate,
  addMonths,
  daysOfMonth,
  listMonthsBetween,
  monthOf,
} from '#domain/civil-date.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import { isContracted, toCoverageDocument } from '../coverage/coverage.ts';
import type { OwnResults } from '../open/index.ts';
import { sumDueCredits, getTimelineStart, readReceivable } from './credits.ts';
import { linkToCredited, readLists } from './listed.ts';
import { contracargosOf, costsOf, inDoubtOf } from './costs.ts';
import {
  listDatesBetween,
  readDays,
  rowsReadIn,
  describeDays,
  monthOfDays,
  findFirstMonth,
  type DayImportes,
} from '../figures/days.ts';
import { outcomesOf, uploadsOf, type UploadSeen, type UploadSources } from '../uploaded/uploads.ts';
import { sumWork, unmatchedOfAge, type ListWork } from './unmatched.ts';
import { findPreviousVisit, listNewContracargos, newsOf, saveVisit, visitOf } from './news.ts';
import { readUnlinked, type FigureData, type FigureDeps } from '../figures/adder.ts';

/** Deductions and chargebacks are shown for this many months, including the present month. */
const MONTHS = 6;
const MAX_MONTHS = 24;

interface Deps extends FigureDeps, OwnResults {
  readonly listWork: ListWork;
  readonly data: Pick<DataFolder, 'accountFolder'>;
}

/** Whether the account has a bank feed; null if unknown. */
function hasBank({ cache }: FigureData): boolean | null {
  const stretches = cache.readStretches('movimientos', 'fecha');
  return stretches.length === 0 ? null : isContracted(stretches);
}

/** The day with the same number in the month before, or the last day of a month that is shorter. */
function monthBefore(today: CivilDate): CivilDate {
  const { mes, hasta } = daysOfMonth(addMonths(monthOf(today), -1));
  return parseIsoDate(`${mes}-${today.slice(8)}`) ?? hasta;
}

/**
 * The change of a month's sales against the same days of the month before, in tenths of a percent; null unless all these days were read. `until`: yesterday,
 * because a day that is not over would be compared with a whole one.
 */
function variationOf(known: ReadonlyMap<string, DayImportes>, until: CivilDate, month: string): number | null {
  if (monthOf(until) !== month) return null;
  const sumSold = (to: CivilDate): bigint | undefined => {
    let sum = 0n;
    for (const date of listDatesBetween(daysOfMonth(monthOf(to)).desde, to)) {
      const { vendido: its = null } = known.get(date) ?? {};
      if (its === null) return undefined;
      sum += its;
    }
    return sum;
  };
  const before = sumSold(monthBefore(until));
  const now = sumSold(until);
  if (before === undefined || now === undefined || before <= 0n) return null;
  const difference = now - before;
  // Rounds half away from zero; a division of whole numbers would cut off.
  return Number((difference * 2000n + (difference < 0n ? -before : before)) / (2n * before));
}

export function createHome({
  accounts,
  withData,
  ledgers,
  caches,
  listWork,
  data: folder,
  clock,
}: Deps): FunctionsOf<Extract<Method, `inicio.${string}`>> {
  const fileOf = ({ id }: Account): string => path.join(folder.accountFolder(id).folder, 'inicio.json');

  function coveragesOf({ cache }: FigureData, today: CivilDate): HomeDocument['coberturas'] {
    const ahora = clock.now();
    const month = { desde: daysOfMonth(monthOf(today)).desde, hasta: today, ahora };
    const coverageOf = (metodo: 'calendario' | 'operaciones' | 'liquidaciones' | 'rechazos') =>
      toCoverageDocument(cache, { metodo, ...month });
    const toCome = { campoFecha: 'fecha_pago', desde: addDays(today, 1), hasta: addDays(today, 30), ahora };
    return {
      calendario: coverageOf('calendario'),
      operaciones: coverageOf('operaciones'),
      porPago: toCoverageDocument(cache, { metodo: 'operaciones', ...toCome }),
      liquidaciones: coverageOf('liquidaciones'),
      rechazos: coverageOf('rechazos'),
    };
  }

  const periodOf = (today: CivilDate) => {
    const month = monthOf(today);
    return { meses: listMonthsBetween(addMonths(month, 1 - MONTHS), month), hoy: today, ahora: clock.now() };
  };

  async function readOwnSources(account: Account): Promise<UploadSources> {
    return { ledger: await ledgers.openExisting(account), results: await caches.existingResults(account) };
  }
  const readUploads = async (account: Account): Promise<readonly UploadSeen[]> =>
    uploadsOf(await readOwnSources(account), account.id);

  return {
    async ver(input, { signal }) {
      const account = await accounts.choose(input.cuenta);
      const today = input.hoy ?? civilDateAt(clock.now());
      const month = monthOf(today);
      const cargas = await readUploads(account);
      const visit = await findPreviousVisit(fileOf(account), today);
      return withData(
        account,
        async (data) => {
          const coverage = coveragesOf(data, today);
          const banco = hasBank(data);
          const before = daysOfMonth(addMonths(month, -1)).desde;
          const line = getTimelineStart(today);
          const seen = visit === undefined ? today : visit.dia;
          const { desde: firstDay } = daysOfMonth(month);
          const start = input.desde ?? firstDay;
          const from = [before, line, seen, start].reduce((a, b) => (b < a ? b : a));
          const days = await readDays(data, { desde: from, hasta: today });
          const credits = await readReceivable(data, today);
          const lists = { banco: banco === true, unlinked: credits.unlinked };
          const compareList = await readLists(data, { desde: from, hasta: today }, lists);
          const facts = { today, areRowsRead: rowsReadIn(data, banco === true), compareList };
          const calendario = monthOfDays(month, days, facts);
          const costs = await costsOf(data, periodOf(today));
          const contracargos = await contracargosOf(data, periodOf(today));
          // Coming credits need days that were read by payment date; readings by other dates do not cover them.
          const pending = coverage.porPago.desde === null ? undefined : await data.sumador.getUpcomingCredits(today);
          const hasMonth = calendario.dias.some(({ estado }) => estado === 'leido');
          const withCredited = [...days].filter(
            ([date, { acreditado }]) => date >= firstDay && acreditado !== null && acreditado !== 0n,
          );
          const hasData =
            Object.values(coverage).some(({ estado }) => estado !== 'nunca') || findFirstMonth(data.cache) !== null;
          return {
            hoy: today,
            mes: month,
            hayDatos: hasData,
            banco,
            coberturas: coverage,
            enDuda: await inDoubtOf(data, periodOf(today)),
            calendario,
            mapa: start < firstDay ? describeDays({ desde: start, hasta: today }, days, facts) : calendario,
            vendido: {
              importe: hasMonth ? calendario.vendido : null,
              variacion: variationOf(days, addDays(today, -1), month),
              abrir: { vista: 'operaciones', desde: firstDay, hasta: today },
            },
            acreditado: {
              importe: hasMonth ? calendario.acreditado : null,
              dias: withCredited.length,
              abrir: linkToCredited(firstDay, today, banco === true),
            },
            ...sumDueCredits({
              hoy: today,
              leidos: days,
              pendientes: pending,
              banco: banco === true,
              credits,
              compareList,
            }),
            decisiones: ((await ledgers.openExisting(account))?.readDecisions() ?? []).length > 0,
            costos: costs,
            contracargos,
            desde: visit?.dia ?? null,
            novedades: newsOf(
              {
                hoy: today,
                banco: banco === true,
                compareList,
                leidos: days,
                costos: costs,
                contracargos,
                cargas,
                readUntil: coverage.calendario.sincronizado,
              },
              visit,
            ),
          };
        },
        signal,
      );
    },

    async pendientes({ cuenta: name }, { signal }) {
      const account = await accounts.choose(name);
      const today = civilDateAt(clock.now());
      const visit = await findPreviousVisit(fileOf(account), today);
      const added = await withData(
        account,
        async (data) =>
          visit === undefined
            ? []
            : listNewContracargos({ contracargos: await contracargosOf(data, periodOf(today)), hoy: today }, visit),
        signal,
      );
      const work = await listWork(account, signal);
      const uploads = (await readOwnSources(account)).ledger?.uploads(account.id) ?? [];
      return {
        porHacer: work === null ? null : sumWork(work.cupones, { total: work.total, hoy: today }),
        contracargos: added.reduce((sum, each) => sum + (each.clase === 'contracargos' ? each.cantidad : 0), 0),
        envios: uploads.flatMap(({ carga, archivos, terminada }) => (terminada ? [] : { carga, archivos })),
      };
    },

    async sin_conciliar({ cuenta: name, edad }) {
      const account = await accounts.choose(name);
      const sources = await readOwnSources(account);
      return unmatchedOfAge(sources, outcomesOf(sources, account.id), { hoy: civilDateAt(clock.now()), edad });
    },

    async calendario({ cuenta: name, desde, hasta }, { signal }) {
      const months = listMonthsBetween(desde, hasta);
      if (months.length === 0 || months.length > MAX_MONTHS) {
        throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.calendarTooLong(MAX_MONTHS) });
      }
      const account = await accounts.choose(name);
      const today = civilDateAt(clock.now());
      const period = { desde: daysOfMonth(desde).desde, hasta: daysOfMonth(hasta).hasta };
      return withData(
        account,
        async (data) => {
          const days = await readDays(data, period);
          const banco = hasBank(data);
          const unlinked = banco === true ? await readUnlinked(data, period.desde) : [];
          const compareList = await readLists(data, period, { banco: banco === true, unlinked });
          const areRowsRead = rowsReadIn(data, banco === true);
          return {
            hoy: today,
            meses: months.map((month) => monthOfDays(month, days, { today, areRowsRead, compareList })),
            banco,
            primero: findFirstMonth(data.cache),
          };
        },
        signal,
      );
    },

    async visto({ cuenta: name }) {
      const account = await accounts.choose(name);
      const today = civilDateAt(clock.now());
      const cargas = await readUploads(account);
      const contracargos = await withData(account, (data) => contracargosOf(data, periodOf(today)));
      await ensureFolder(folder.accountFolder(account.id).folder);
      await saveVisit(fileOf(account), visitOf({ hoy: today, contracargos, cargas }));
      return { hoy: today };
    },
  };
}
