/** `controles.caja`: reads both sides of the matrix, of a kept result or of a period. */
import type { MatrixDocument } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { isReadInPart, readSide } from '#domain/checks.ts';
import { civilDateAt, parseIsoDate, requireCivilDate, type DateWindow } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { fold, withoutZeros } from '#domain/fold-text.ts';
import { tarjetaOf, type PlaceSum, type Results } from '#storage/results/open.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { toCoverageDocument } from '../coverage/coverage.ts';
import type { FigureData, WithData } from '../figures/adder.ts';
import { listUnmatched, type ListedCupon } from '../home/unmatched.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { outcomesOf, type UploadSources } from '../uploaded/uploads.ts';
import { requirePeriod } from './index.ts';
import { readStretches } from './compare.ts';
import {
  buildMatrix,
  type CuponesOfPlace,
  type CuponPlace,
  type MatrixInput,
  type OperacionesOfPlace,
} from './till-matrix.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly caches: Pick<Caches, 'existingResults'>;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly withData: WithData;
  readonly clock: Clock;
}

/** An unmatched coupon as the sums of the results have it. */
const toPlace = ({ cupon, importe, conciliacion }: ListedCupon): PlaceSum => ({
  dia: cupon.fecha_venta ?? '',
  comercio: cupon.establecimiento ?? '',
  tarjeta: tarjetaOf({ operacion: cupon }),
  conciliacion,
  grupo: 'sin_conciliar',
  liquidacion: null,
  referencia: cupon.tarjeta_desc === undefined ? (cupon.wallet_referencia ?? null) : null,
  cupones: 1,
  centavos: BigInt(importe),
});

/** The coupons of every result. An unmatched one counts where *Inicio* counts it: not where its sale or its correction matched elsewhere. */
function listOfPeriod(
  sources: UploadSources & { readonly results: Results | undefined },
  own: Account,
  days: DateWindow,
) {
  const outcomes = outcomesOf(sources, own.id);
  const open = listUnmatched(sources, outcomes)
    .filter(({ replaced }) => !replaced)
    .map(toPlace)
    .filter(({ dia }) => dia >= days.desde && dia <= days.hasta);
  const others = sources.results?.sumPlacesBetween(days.desde, days.hasta) ?? [];
  return { cupones: [...others, ...open], hayConciliaciones: outcomes.length > 0 };
}

/** Operations of a place and a settlement. */
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

/** The place of each wallet operation, by its reference. */
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

/**
 * Coupons under the card and the store of their operation: of a wallet sale, which writes neither, the one with its reference; of a matched coupon, those
 * of its settlement, where they are one. Other coupons count where they write.
 */
async function placeCupones(
  data: FigureData,
  cupones: readonly PlaceSum[],
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

/** The stores that the coupons name by their establishments; undefined where the operations tell none of them. */
function storesOf(cupones: readonly CuponesOfPlace[], operaciones: readonly OperacionesOfPlace[]) {
  const named = new Set(cupones.map(({ lugar, comercio }) => withoutZeros(lugar?.establecimiento ?? comercio)));
  const stores = operaciones.flatMap(({ establecimiento, comercio }) =>
    named.has(withoutZeros(establecimiento)) ? [comercio] : [],
  );
  return stores.length === 0 ? undefined : [...new Set(stores)];
}

/** Operations of the days and stores of a result: others are of coupons of another file. */
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

export const createTill = ({ accounts, caches, ledgers, withData, clock }: Deps) => ({
  async show(input: MethodParsed<'controles.caja'>, signal?: AbortSignal): Promise<MatrixDocument> {
    const account = await accounts.choose(input.cuenta);
    const results = await caches.existingResults(account);
    if ('conciliacion' in input) {
      const kept = results?.show(input.conciliacion);
      if (kept === undefined || results === undefined)
        throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id: input.conciliacion } });
      // A coupon whose date cannot be read is in no day.
      const cupones = results
        .sumPlaces(kept.lectura)
        .map((one) => (parseIsoDate(one.dia) === undefined ? { ...one, dia: '' } : one));
      const dates = cupones.flatMap(({ dia }) => parseIsoDate(dia) ?? []).sort();
      const [desde, hasta] = [dates[0], dates.at(-1)];
      const days = desde === undefined || hasta === undefined ? null : { desde, hasta };
      return withData(
        account,
        async (data) => {
          const read = days === null ? [] : await readOperaciones(data, days);
          const placed = await placeCupones(data, cupones, { days, operaciones: read });
          return {
            dias: days,
            hayConciliaciones: true,
            ...buildMatrix({
              cupones: placed,
              ...narrowToResult(placed, read),
              motivoOf: createMotivo(data),
              hoy: civilDateAt(clock.now()),
            }),
            cobertura: toCoverageDocument(data.cache, { metodo: 'operaciones', ...days, ahora: clock.now() }),
          };
        },
        signal,
      );
    }
    const { desde, hasta } = input;
    requirePeriod({ desde, hasta });
    const sources = { ledger: await ledgers.openExisting(account), results };
    const { hayConciliaciones, cupones } = listOfPeriod(sources, account, { desde, hasta });
    return withData(
      account,
      async (data) => {
        const operaciones = await readOperaciones(data, { desde, hasta });
        return {
          dias: { desde, hasta },
          hayConciliaciones,
          ...buildMatrix({
            cupones: await placeCupones(data, cupones, { days: { desde, hasta }, operaciones }),
            operaciones,
            motivoOf: createMotivo(data),
            hoy: civilDateAt(clock.now()),
          }),
          cobertura: toCoverageDocument(data.cache, { metodo: 'operaciones', desde, hasta, ahora: clock.now() }),
        };
      },
      signal,
    );
  },
});
