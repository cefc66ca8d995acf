/** Compares settlements and taxes of the cache with the service's totals of the same month (and card). */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import {
  areRowsReadLater,
  isMonthOpen,
  findMotivoAgainstTotals,
  IMPUESTO_TOTALS,
  LIQUIDACION_TOTALS,
} from '#domain/checks.ts';
import { absoluteOf } from '#domain/cierre/rows.ts';
import { daysOfMonth } from '#domain/civil-date.ts';
import { compareNames } from '#domain/texts/language.ts';
import type { Query, Group } from '#storage/cache/index.ts';
import type { FigureData } from '../figures/adder.ts';
import { comparisonOf, identify, isReadByOtherDate, readStretches, rowOf, withoutData } from './compare.ts';

type Subject = 'liquidaciones' | 'impuestos';

/** Fields that are always listed. Any other field is listed only if it differs, which keeps the list short. */
const ALWAYS = /^tot/;
type Sums = Pick<Group, 'sumas' | 'faltan'>;
interface Sides {
  readonly esperado: ReadonlyMap<string, Sums>;
  readonly calculado: ReadonlyMap<string, Sums>;
}

/** Amounts of a month by card; the card is empty for taxes, which have none. */
async function sidesOf(
  data: FigureData,
  subject: Subject,
  month: string,
  fields: Readonly<Record<string, string>>,
): Promise<Sides> {
  const { desde, hasta } = daysOfMonth(month);
  const byTarjeta = subject === 'liquidaciones' ? [{ campo: 'tarjeta' }] : [];
  const totals = await data.sumador.group(
    { metodo: `${subject}-totales`, desde, hasta },
    { por: [{ campo: 'desde', mes: true }, ...byTarjeta], sumas: Object.keys(fields) },
  );
  const other = isReadByOtherDate(data, subject);
  const rows = await data.sumador.group(
    { metodo: subject, ...(other ? {} : { desde, hasta }) },
    { por: [{ campo: other ? 'visto_desde' : 'fecha', mes: true }, ...byTarjeta], sumas: Object.values(fields) },
  );
  const byKey = (groups: typeof rows): Sides['esperado'] =>
    new Map(groups.filter(({ keys }) => keys[0] === month).map((group) => [group.keys[1] ?? '', group]));
  return { esperado: byKey(totals), calculado: byKey(rows) };
}

const filterOf = (tarjeta: string | null) => (tarjeta === null ? [] : [{ campo: 'tarjeta', valor: tarjeta }]);

interface Compared {
  readonly tema: Subject;
  readonly mes: string;
  readonly tarjeta: string | null;
  readonly campo: string;
}

const AMOUNTS = ['total_facturado', 'total_descontado', 'total_acreditado'] as const;

/** Settlements that the service's totals may include although this PC lacks their rows: other records carry their numbers. */
async function findMissing(data: FigureData, { tema, mes, tarjeta, campo }: Compared): Promise<readonly CheckRow[]> {
  const { desde, hasta } = daysOfMonth(mes);
  const readOn = readStretches(data, tema).at(-1)?.hasta ?? desde;
  const missing = await data.sumador.missing(tema, { desde, hasta, leido: readOn });
  const amount = AMOUNTS.find((each) => each === campo);
  return missing
    .filter((one) => tarjeta === null || one.tarjeta === null || one.tarjeta === tarjeta)
    .map(({ id, numero, importes, nombradaPor }) => {
      const [first] = nombradaPor;
      const link = first?.vista === 'operaciones' || first?.vista === 'movimientos' ? 'liquidaciones_id' : 'id';
      const open: FigureTarget = { vista: first?.vista ?? tema, filtros: [{ campo: link, valor: id }] };
      const expected = tema === 'liquidaciones' && amount !== undefined ? importes[amount] : null;
      return rowOf(numero ?? id, { esperado: expected, calculado: null }, open, { nombradaPor });
    });
}

/** Rows that may explain a difference: withdrawn, in doubt, missing, or of exactly its amount. The totals name no rows, so the explaining row is unknown. */
async function causesOf(data: FigureData, compared: Compared, difference: bigint): Promise<readonly CheckRow[]> {
  const { tema, mes, tarjeta, campo } = compared;
  const { desde, hasta } = daysOfMonth(mes);
  const filters = tarjeta === null ? [] : [{ campo: 'tarjeta', valores: tarjeta === '' ? [null, ''] : [tarjeta] }];
  const query: Query = { metodo: tema, desde, hasta, filtros: filters };
  const by = { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: [campo] };
  const idsOf = async (which: Query): Promise<ReadonlySet<string | null | undefined>> =>
    new Set((await data.sumador.group(which, by)).map(({ keys }) => keys[0]));
  const all = await data.sumador.group({ ...query, retiradas: true }, by);
  const live = await idsOf(query);
  const inDoubt = await idsOf({ ...query, enDuda: true });
  const own = all.flatMap(({ keys: [id, number], sumas: [importe = 0n] }) => {
    const [withdrawn, doubtful] = [!live.has(id), inDoubt.has(id)];
    if (!withdrawn && !doubtful && absoluteOf(importe) !== absoluteOf(difference)) return [];
    const open: FigureTarget = { vista: tema, desde, hasta, filtros: [{ campo: 'id', valor: id ?? '' }] };
    const why = { ...(withdrawn ? { retirada: withdrawn } : {}), ...(doubtful ? { enDuda: doubtful } : {}) };
    return [rowOf(number ?? id ?? '', { esperado: null, calculado: withdrawn ? null : importe }, open, why)];
  });
  return [...own, ...(await findMissing(data, compared))];
}

export async function compareWithTotals(
  data: FigureData,
  subject: Subject,
  months: readonly string[],
): Promise<readonly CheckDocument[]> {
  const fields = subject === 'liquidaciones' ? LIQUIDACION_TOTALS : IMPUESTO_TOTALS;
  const names = Object.keys(fields);
  const totals = data.cache.readStretches(`${subject}-totales`, 'desde');
  const rows = readStretches(data, subject);
  const control = `${subject}_totales` as const;
  const documents: CheckDocument[] = [];
  for (const period of months) {
    const { desde, hasta } = daysOfMonth(period);
    const motivo = findMotivoAgainstTotals(totals, rows, { desde, hasta });
    if (motivo !== null) {
      const what = { control, campo: names[0] ?? '', periodo: period };
      documents.push(withoutData(identify(what, subject, { desde, hasta }), motivo));
      continue;
    }
    const opened = isMonthOpen(totals, { desde, hasta });
    const rowsAreLater = areRowsReadLater(totals, rows, { desde, hasta });
    const { esperado, calculado } = await sidesOf(data, subject, period, fields);
    const keys = [...new Set([...esperado.keys(), ...calculado.keys(), ...(subject === 'impuestos' ? [''] : [])])].sort(
      compareNames,
    );
    for (const key of keys) {
      const tarjeta = subject === 'liquidaciones' ? key : null;
      const open: FigureTarget = { vista: subject, desde, hasta, filtros: filterOf(tarjeta) };
      for (const [i, field] of names.entries()) {
        const [item, other] = [esperado.get(key), calculado.get(key)];
        const sides = { esperado: item?.sumas[i] ?? 0n, calculado: other?.sumas[i] ?? 0n };
        const differs = sides.esperado !== sides.calculado;
        if (!differs && !ALWAYS.test(field)) continue;
        const identity = { control, campo: field, periodo: period, desde, hasta, tarjeta, abrir: open };
        // With a missing amount, equal sums prove as little as different ones.
        if ((item?.faltan[i] ?? 0) + (other?.faltan[i] ?? 0) > 0) {
          documents.push(withoutData(identity, 'sin_informar'));
          continue;
        }
        // Rows of past months were read at another time than the totals: a change in between may be the difference.
        if (differs && rowsAreLater) {
          documents.push(withoutData(identity, 'otro_dia'));
          continue;
        }
        const which = differs
          ? await causesOf(
              data,
              { tema: subject, mes: period, tarjeta, campo: fields[field] ?? field },
              sides.calculado - sides.esperado,
            )
          : [];
        // In an unfinished month the service may already count settlements of coming days: that is no difference. A settlement that only deducts lowers the
        // credited amount; with negative amounts, the difference may have either sign.
        const mayHaveFallen = field === 'total_acreditado' || sides.esperado < 0n || sides.calculado < 0n;
        const isStillToCome =
          differs && opened && (sides.esperado > sides.calculado || mayHaveFallen) && which.length === 0;
        documents.push(isStillToCome ? withoutData(identity, 'parcial') : comparisonOf(identity, sides, which));
      }
    }
  }
  return documents;
}
