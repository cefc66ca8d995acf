import path from 'node:path';
import type { CalendarioDocument, HomeDocument, HomePending, UnreconciledDocument } from '#contract/home.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { coverageDocument } from '../coverage/coverage.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { OpenResults } from '../open/results.ts';
import { linkToCredited, dueCredits, timelineStart } from './to-be-credited.ts';
import { contracargosOf, costsOf } from './costs.ts';
import { decidedOf } from './decided.ts';
import { inDoubtOf } from './in-doubt.ts';
import {
  readDays,
  mesDe,
  monthOfDays,
  monthsBetween,
  monthsRead,
  addMonths,
  type DayImportes,
} from '../figures/days.ts';
import { uploadsOf, type UploadSeen, type UploadSources } from '../uploaded/uploads.ts';
import { unmatchedOf, unmatchedOfAge } from './ages.ts';
import { newContracargos, newsOf, visitOf } from './news.ts';
import type { WithData, HomeData } from '../figures/adder.ts';
import type { Visits } from './visits.ts';

/** Deductions and chargebacks are shown for so many months, this one included. */
const MONTHS = 6;
const MAX_MONTHS = 24;

interface Deps {
  readonly cuentas: Pick<Accounts, 'choose'>;
  readonly conDatos: WithData;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly results: Pick<OpenResults, 'openExisting'>;
  readonly visits: Visits;
  readonly data: Pick<DataFolder, 'cuenta'>;
  readonly clock: Clock;
}

/** The figures of the first page and of the calendar, from the local data alone. */
export interface Home {
  show(input: MethodParsed<'inicio.ver'>, signal?: AbortSignal): Promise<HomeDocument>;
  listPending(input: MethodParsed<'inicio.pendientes'>, signal?: AbortSignal): Promise<HomePending>;
  listUnmatched(input: MethodParsed<'inicio.sin_conciliar'>): Promise<UnreconciledDocument>;
  calendario(input: MethodParsed<'inicio.calendario'>, signal?: AbortSignal): Promise<CalendarioDocument>;
  markSeen(input: MethodParsed<'inicio.visto'>): Promise<{ readonly hoy: string }>;
}

/** Whether the account has a bank feed; null while it is not known. */
function hasBank({ cache }: HomeData): boolean | null {
  const stretches = cache.readStretches('movimientos', 'fecha');
  return stretches.length === 0 ? null : stretches.every(({ contratado }) => contratado);
}

/** The same day of the month before, or its last one. */
function aMonthAgo(hoy: CivilDate): CivilDate {
  const { mes, hasta } = mesDe(addMonths(hoy.slice(0, 7), -1));
  return parseIsoDate(`${mes}-${hoy.slice(8)}`) ?? hasta;
}

/** Tenths of a percent by which the sales of this month differ from those of the same days of the one before; null unless all were read. */
function variationOf(known: ReadonlyMap<string, DayImportes>, hoy: CivilDate): number | null {
  const sumSold = (hasta: CivilDate): bigint | undefined => {
    let sum = 0n;
    for (let fecha = mesDe(hasta.slice(0, 7)).desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
      const { vendido: its = null } = known.get(fecha) ?? {};
      if (its === null) return undefined;
      sum += its;
    }
    return sum;
  };
  const antes = sumSold(aMonthAgo(hoy));
  const ahora = sumSold(hoy);
  return antes === undefined || ahora === undefined || antes <= 0n ? null : Number(((ahora - antes) * 1000n) / antes);
}

export function createHome({
  cuentas,
  conDatos: withData,
  ledgers,
  results,
  visits,
  data: carpeta,
  clock,
}: Deps): Home {
  const fileOf = ({ id }: Account): string => path.join(carpeta.cuenta(id).carpeta, 'inicio.json');

  function coveragesOf({ cache }: HomeData, hoy: CivilDate): HomeDocument['coberturas'] {
    const ahora = clock.now();
    const mes = { desde: mesDe(hoy.slice(0, 7)).desde, hasta: hoy, ahora };
    return {
      calendario: coverageDocument(cache, { metodo: 'calendario', ...mes }),
      operaciones: coverageDocument(cache, { metodo: 'operaciones', ...mes }),
      porPago: coverageDocument(cache, {
        metodo: 'operaciones',
        campoFecha: 'fecha_pago',
        desde: addDays(hoy, 1),
        hasta: addDays(hoy, 30),
        ahora,
      }),
      liquidaciones: coverageDocument(cache, { metodo: 'liquidaciones', ...mes }),
      rechazos: coverageDocument(cache, { metodo: 'rechazos', ...mes }),
    };
  }

  const periodOf = (hoy: CivilDate) => {
    const mes = hoy.slice(0, 7);
    return { meses: monthsBetween(addMonths(mes, 1 - MONTHS), mes), hoy, ahora: clock.now() };
  };

  async function readOwnSources(
    cuenta: Account,
  ): Promise<{ fuentes: UploadSources; cargas: readonly UploadSeen[] } | undefined> {
    const ledger = await ledgers.openExisting(cuenta);
    if (ledger === undefined) return undefined;
    const fuentes = { ledger, results: await results.openExisting(cuenta) };
    return { fuentes, cargas: uploadsOf(fuentes, cuenta.id) };
  }

  async function readOwnFigures(cuenta: Account, hoy: CivilDate) {
    const theirs = await readOwnSources(cuenta);
    if (theirs === undefined) return { cargas: [], sinConciliar: null };
    return { cargas: theirs.cargas, sinConciliar: unmatchedOf(theirs.fuentes, theirs.cargas, hoy) };
  }

  return {
    async show(input, signal) {
      const cuenta = await cuentas.choose(input.cuenta);
      const hoy = input.hoy ?? civilDateAt(clock.now());
      const mes = hoy.slice(0, 7);
      const { cargas, sinConciliar } = await readOwnFigures(cuenta, hoy);
      const visit = await visits.anterior(fileOf(cuenta), hoy);
      return withData(
        cuenta,
        async (data) => {
          const coverage = coveragesOf(data, hoy);
          const banco = hasBank(data);
          const antes = mesDe(addMonths(mes, -1)).desde;
          const linea = timelineStart(hoy);
          const seen = visit === undefined ? hoy : visit.dia;
          const desde = [antes, linea, seen].reduce((a, b) => (b < a ? b : a));
          const dias = await readDays(data, { desde, hasta: hoy });
          const calendario = monthOfDays(mes, dias, hoy);
          const costos = await costsOf(data, periodOf(hoy));
          const contracargos = await contracargosOf(data, periodOf(hoy));
          const pendientes =
            coverage.porPago.estado === 'nunca' ? undefined : await data.sumador.getUpcomingCredits(hoy);
          const { desde: firstDay } = mesDe(mes);
          const hayMes = calendario.dias.some(({ estado }) => estado === 'leido');
          const withCredited = [...dias].filter(
            ([fecha, { acreditado }]) => fecha >= firstDay && acreditado !== null && acreditado !== 0n,
          );
          const hayDatos =
            Object.values(coverage).some(({ estado }) => estado !== 'nunca') || monthsRead(data.cache).primero !== null;
          return {
            hoy,
            mes,
            hayDatos,
            banco,
            coberturas: coverage,
            enDuda: await inDoubtOf(data, periodOf(hoy)),
            calendario,
            vendido: {
              importe: hayMes ? calendario.vendido : null,
              variacion: variationOf(dias, hoy),
              abrir: { vista: 'operaciones', desde: firstDay, hasta: hoy },
            },
            acreditado: {
              importe: hayMes ? calendario.acreditado : null,
              dias: withCredited.length,
              abrir: linkToCredited(firstDay, hoy, banco === true),
            },
            ...dueCredits({ hoy, leidos: dias, pendientes, banco: banco === true }),
            sinConciliar,
            decisiones: decidedOf(await ledgers.openExisting(cuenta), { cache: carpeta.cuenta(cuenta.id).cache, hoy }),
            costos,
            contracargos,
            desde: visit?.dia ?? null,
            novedades: await newsOf(
              data,
              {
                hoy,
                banco: banco === true,
                leidos: dias,
                costos,
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

    async listPending({ cuenta: nombre }, signal) {
      const cuenta = await cuentas.choose(nombre);
      const hoy = civilDateAt(clock.now());
      const { sinConciliar } = await readOwnFigures(cuenta, hoy);
      const visit = await visits.anterior(fileOf(cuenta), hoy);
      const nuevos =
        visit === undefined
          ? []
          : await withData(
              cuenta,
              async (data) => newContracargos({ contracargos: await contracargosOf(data, periodOf(hoy)), hoy }, visit),
              signal,
            );
      return {
        sinConciliar: sinConciliar?.cupones ?? null,
        contracargos: nuevos.reduce((sum, each) => sum + (each.clase === 'contracargos' ? each.cantidad : 0), 0),
      };
    },

    async listUnmatched({ cuenta: nombre, edad }) {
      const theirs = await readOwnSources(await cuentas.choose(nombre));
      if (theirs === undefined) return { edad: null, cupones: 0, importe: '0.00', filas: [] };
      return unmatchedOfAge(theirs.fuentes, theirs.cargas, { hoy: civilDateAt(clock.now()), edad });
    },

    async calendario({ cuenta: nombre, desde, hasta }, signal) {
      const meses = monthsBetween(desde, hasta);
      if (meses.length === 0 || meses.length > MAX_MONTHS) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: `El calendario se pide de 1 a ${String(MAX_MONTHS)} meses. No se leyó nada. Elegí un período más corto.`,
        });
      }
      const cuenta = await cuentas.choose(nombre);
      const ahora = clock.now();
      const hoy = civilDateAt(ahora);
      const periodo = { desde: mesDe(desde).desde, hasta: mesDe(hasta).hasta };
      return withData(
        cuenta,
        async (data) => {
          const dias = await readDays(data, periodo);
          return {
            hoy,
            meses: meses.map((mes) => monthOfDays(mes, dias, hoy)),
            banco: hasBank(data),
            cobertura: coverageDocument(data.cache, { metodo: 'calendario', ...periodo, ahora }),
            ...monthsRead(data.cache),
          };
        },
        signal,
      );
    },

    async markSeen({ cuenta: nombre }) {
      const cuenta = await cuentas.choose(nombre);
      const hoy = civilDateAt(clock.now());
      const { cargas } = await readOwnFigures(cuenta, hoy);
      const contracargos = await withData(cuenta, (data) => contracargosOf(data, periodOf(hoy)));
      await ensureFolder(carpeta.cuenta(cuenta.id).carpeta);
      await visits.save(fileOf(cuenta), visitOf({ hoy, contracargos, cargas }));
      return { hoy };
    },
  };
}
