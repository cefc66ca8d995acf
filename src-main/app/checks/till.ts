/** `controles.caja`: reads coupons and operations for the matrix, of a stored result or of a period. */
import { AppError } from '#contract/errors.ts';
import { isReadInPart, readSide } from '#domain/checks.ts';
import { civilDateAt, parseIsoDate, requireCivilDate, type DateWindow } from '#domain/civil-date.ts';
import { fold, withoutZeros } from '#domain/fold-text.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { tarjetaOf, type PlaceSum, type Results } from '#storage/results/open.ts';
import type { Account } from '../accounts/account.ts';
import { toCoverageDocument } from '../coverage/coverage.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import type { FigureData, FigureDeps } from '../figures/adder.ts';
import { listUnmatched, type ListedCupon } from '../home/unmatched.ts';
import type { OwnResults } from '../open/index.ts';
import { outcomesOf, type UploadSources } from '../uploaded/uploads.ts';
import { toShownSheet, writeBook } from '../sheets.ts';
import { requirePeriod } from './index.ts';
import { readStretches } from './compare.ts';
import {
  buildMatrix,
  type CuponesOfPlace,
  type CuponPlace,
  type MatrixInput,
  type OperacionesOfPlace,
} from './till-matrix.ts';

type OwnPlace = PlaceSum & Pick<CuponesOfPlace, 'decididos'>;

const toPlace = ({ cupon, importe, place, isSettled }: ListedCupon): OwnPlace => ({
  dia: cupon.fecha_venta ?? '',
  comercio: cupon.establecimiento ?? '',
  tarjeta: tarjetaOf({ operacion: cupon }),
  conciliacion: place.conciliacion,
  grupo: 'sin_conciliar',
  liquidacion: null,
  referencia: cupon.tarjeta_desc === undefined ? (cupon.wallet_referencia ?? null) : null,
  cupones: 1,
  ...(isSettled ? { decididos: 1 } : {}),
  centavos: BigInt(importe),
});

interface Listed {
  /** The days of the period, or of the result's coupons; null if no coupon has a date. */
  readonly dias: DateWindow | null;
  readonly hayConciliaciones: boolean;
  readonly cupones: readonly OwnPlace[];
  readonly uploaded?: MatrixInput['uploaded'];
}

/** The coupons of a period in all results. Leaves out an unmatched coupon whose sale matched in another upload or under a correction, as *Inicio* does. */
function listOfPeriod(
  sources: UploadSources & { readonly results: Results | undefined },
  own: Account,
  { desde, hasta, hoy }: DateWindow & { readonly hoy: string },
): Listed {
  const outcomes = outcomesOf(sources, own.id);
  const unmatched = listUnmatched(sources, outcomes)
    .filter(({ replaced }) => !replaced)
    .map(toPlace);
  const open = unmatched.filter(({ dia }) => dia >= desde && dia <= hasta);
  const others = sources.results?.sumPlacesBetween(desde, hasta) ?? [];
  const ofReadings = [...(sources.results?.listReadings().values() ?? [])].flatMap(({ dias }) =>
    dias === null ? [] : [dias.desde, dias.hasta],
  );
  // Sales with a future date do not show up to which day coupons were uploaded.
  const past = [...unmatched.map(({ dia }) => dia), ...ofReadings].filter((dia) => dia !== '' && dia <= hoy).sort();
  return {
    dias: { desde, hasta },
    cupones: [...others, ...open],
    hayConciliaciones: outcomes.length > 0,
    uploaded: { desde: past.at(0), hasta: past.at(-1) },
  };
}

/** The coupons of a stored result. A coupon with an unreadable date belongs to no day. */
function listOfResult(results: Results | undefined, id: string): Listed {
  const kept = results?.show(id);
  if (kept === undefined || results === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  const cupones = results
    .sumPlaces(kept.lectura)
    .map((one) => (parseIsoDate(one.dia) === undefined ? { ...one, dia: '' } : one));
  const dates = cupones.flatMap(({ dia }) => parseIsoDate(dia) ?? []).sort();
  const [desde, hasta] = [dates[0], dates.at(-1)];
  const dias = desde === undefined || hasta === undefined ? null : { desde, hasta };
  return { dias, hayConciliaciones: true, cupones };
}

type ReadOperaciones = OperacionesOfPlace & { readonly liquidacion: string | null };

async function readOperaciones({ sumador }: FigureData, days: DateWindow): Promise<readonly ReadOperaciones[]> {
  const groups = await sumador.group(
    { metodo: 'operaciones', ...days },
    {
      por: ['fecha_venta', 'comercio', 'establecimiento', 'tarjeta', 'liquidaciones_id'].map((campo) => ({ campo })),
      sumas: ['importe'],
    },
  );
  return groups.map(({ keys: [dia, comercio, establecimiento, tarjeta, liquidacion], n, sumas: [centavos = 0n] }) => ({
    dia: dia ?? '',
    comercio: comercio ?? '',
    establecimiento: establecimiento ?? '',
    tarjeta: tarjeta ?? '',
    liquidacion: liquidacion ?? null,
    n,
    centavos,
  }));
}

async function readWallets({ sumador }: FigureData, days: DateWindow): Promise<ReadonlyMap<string, CuponPlace>> {
  const groups = await sumador.group(
    { metodo: 'operaciones', ...days, filtros: [{ campo: 'referencia', op: 'no_vacio', valores: [] }] },
    { por: ['referencia', 'establecimiento', 'tarjeta'].map((campo) => ({ campo })), sumas: [] },
  );
  return new Map(
    groups.map(({ keys: [referencia, establecimiento, tarjeta] }) => [
      toReference(referencia ?? ''),
      { tarjeta: tarjeta ?? '', establecimiento: establecimiento ?? '' },
    ]),
  );
}

const toReference = (text: string): string => withoutZeros(text.trim()).toLowerCase();

/** Finds card and store of coupons: for a wallet sale by reference, for a matched coupon by a settlement with one card and store, else as stated. */
async function placeCupones(
  data: FigureData,
  cupones: readonly OwnPlace[],
  { days, operaciones }: { readonly days: DateWindow | null; readonly operaciones: readonly ReadOperaciones[] },
): Promise<readonly CuponesOfPlace[]> {
  const hasWallets = days !== null && cupones.some(({ referencia }) => referencia !== null);
  const wallets = hasWallets ? await readWallets(data, days) : undefined;
  const ofSettlement = Map.groupBy(operaciones, ({ liquidacion }) => liquidacion);
  const settledAt = ({ liquidacion }: PlaceSum): CuponPlace | undefined => {
    const [first, ...others] = liquidacion === null ? [] : (ofSettlement.get(liquidacion) ?? []);
    const isOne = others.every(
      ({ tarjeta, establecimiento }) => tarjeta === first?.tarjeta && establecimiento === first.establecimiento,
    );
    return isOne ? first : undefined;
  };
  return cupones.map((cupon) => {
    const { referencia, tarjeta, comercio } = cupon;
    const found = (referencia === null ? undefined : wallets?.get(toReference(referencia))) ?? settledAt(cupon);
    if (found === undefined)
      return referencia === null
        ? cupon
        : { ...cupon, lugar: { tarjeta: '', establecimiento: comercio, billetera: true } };
    const isAsWritten =
      fold(found.tarjeta) === fold(tarjeta) && withoutZeros(found.establecimiento) === withoutZeros(comercio);
    return isAsWritten ? cupon : { ...cupon, lugar: found };
  });
}

/** The stores that the coupons name by their establishments; undefined if the operations match none of them. */
function storesOf(cupones: readonly CuponesOfPlace[], operaciones: readonly OperacionesOfPlace[]) {
  const named = new Set(cupones.map(({ lugar, comercio }) => withoutZeros(lugar?.establecimiento ?? comercio)));
  const stores = operaciones.flatMap(({ establecimiento, comercio }) =>
    named.has(withoutZeros(establecimiento)) ? [comercio] : [],
  );
  return stores.length === 0 ? undefined : [...new Set(stores)];
}

/** Keeps the operations of the days and stores of a result: other operations belong to coupons of other files. */
function narrowToResult(cupones: readonly CuponesOfPlace[], operaciones: readonly OperacionesOfPlace[]) {
  const days = new Set(cupones.map(({ dia }) => dia));
  const stores = storesOf(cupones, operaciones);
  const own = operaciones.filter(({ dia, comercio }) => days.has(dia) && (stores?.includes(comercio) ?? true));
  return { operaciones: own, stores };
}

function createMotivo({ cache }: FigureData): MatrixInput['motivoOf'] {
  const stretches = readStretches({ cache }, 'operaciones');
  return (text) => {
    const day = requireCivilDate(text);
    const { motivo } = readSide(stretches, { desde: day, hasta: day });
    if (motivo !== null) return motivo;
    if (isReadInPart(stretches, day)) return 'parcial';
    const leido = Math.min(...stretches.map((stretch) => stretch.leido));
    return cache.countSetAsideIn('operaciones', { desde: day, hasta: day, leido }) > 0 ? 'apartadas' : null;
  };
}

export const createTill = ({
  accounts,
  caches,
  ledgers,
  withData,
  clock,
}: FigureDeps & OwnResults): FunctionsOf<'controles.caja' | 'controles.caja_exportar'> => ({
  async caja(input, { signal }) {
    const account = await accounts.choose(input.cuenta);
    const results = await caches.existingResults(account);
    const isOfResult = 'conciliacion' in input;
    if (!isOfResult) requirePeriod(input);
    const hoy = civilDateAt(clock.now());
    const { dias, hayConciliaciones, cupones, uploaded } = isOfResult
      ? listOfResult(results, input.conciliacion)
      : listOfPeriod({ ledger: await ledgers.openExisting(account), results }, account, { ...input, hoy });
    return withData(
      account,
      async (data) => {
        const operaciones = dias === null ? [] : await readOperaciones(data, dias);
        const placed = await placeCupones(data, cupones, { days: dias, operaciones });
        return {
          dias,
          hayConciliaciones,
          filas: buildMatrix({
            cupones: placed,
            ...(isOfResult ? narrowToResult(placed, operaciones) : { operaciones }),
            motivoOf: createMotivo(data),
            ...{ hoy, uploaded },
          }),
          cobertura: toCoverageDocument(data.cache, { metodo: 'operaciones', ...dias, ahora: clock.now() }),
        };
      },
      signal,
    );
  },

  async caja_exportar({ cuenta, exportar, pantalla }, { signal, onProgress }) {
    const account = await accounts.choose(cuenta);
    const exportado = await writeBook(exportar, [toShownSheet(pantalla, account.nombre, ['importe', 'entero'])], {
      signal,
      now: clock.now(),
      noFolder: REFUSALS.noOutputFolder,
      onProgress: (rows) => onProgress({ fase: 'exportacion', hecho: rows, total: pantalla.filas.length }),
    });
    return { exportado };
  },
});
