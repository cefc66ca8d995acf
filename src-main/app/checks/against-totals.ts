/** Settlements and taxes of the cache against the service's totals of the same month (and card). */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import { isMonthOpen, findMotivoAgainstTotals, IMPUESTO_TOTALS, LIQUIDACION_TOTALS } from '#domain/checks.ts';
import type { Query, Group } from '#storage/cache/index.ts';
import { mesDe } from '../figures/days.ts';
import type { HomeData } from '../figures/adder.ts';
import { comparisonOf, rowOf, withoutData } from './compare.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

type Subject = 'liquidaciones' | 'impuestos';

/** Fields that are always compared. Other fields are listed only when they differ: the list stays readable and no difference is hidden. */
const ALWAYS = /^tot/;
type Sums = Pick<Group, 'sumas' | 'faltan'>;
interface Sides {
  readonly esperado: ReadonlyMap<string, Sums>;
  readonly calculado: ReadonlyMap<string, Sums>;
}

/** Amounts of a month by card; the card is empty for taxes, which have none. */
async function sidesOf(
  data: HomeData,
  tema: Subject,
  mes: string,
  campos: Readonly<Record<string, string>>,
): Promise<Sides> {
  const { desde, hasta } = mesDe(mes);
  const porTarjeta = tema === 'liquidaciones' ? [{ campo: 'tarjeta' }] : [];
  const totales = await data.sumador.group(
    { metodo: `${tema}-totales`, desde, hasta },
    { por: [{ campo: 'desde', mes: true }, ...porTarjeta], sumas: Object.keys(campos) },
  );
  const other = isReadByOtherDate(data, tema);
  const filas = await data.sumador.group(
    { metodo: tema, ...(other ? {} : { desde, hasta }) },
    { por: [{ campo: other ? 'visto_desde' : 'fecha', mes: true }, ...porTarjeta], sumas: Object.values(campos) },
  );
  const byKey = (grupos: typeof filas): Sides['esperado'] =>
    new Map(grupos.filter(({ keys }) => keys[0] === mes).map((grupo) => [grupo.keys[1] ?? '', grupo]));
  return { esperado: byKey(totales), calculado: byKey(filas) };
}

const filterOf = (tarjeta: string | null) => (tarjeta === null ? [] : [{ campo: 'tarjeta', valor: tarjeta }]);

interface Compared {
  readonly tema: Subject;
  readonly mes: string;
  readonly tarjeta: string | null;
  readonly campo: string;
}

const AMOUNTS = ['total_facturado', 'total_descontado', 'total_acreditado'] as const;

/** Settlements that the totals may count and that are not among the rows, although other records carry their number. */
async function findMissing(data: HomeData, { tema, mes, tarjeta, campo }: Compared): Promise<readonly CheckRow[]> {
  const { desde, hasta } = mesDe(mes);
  const leido = readStretches(data, tema).at(-1)?.hasta ?? desde;
  const missing = await data.sumador.missing(tema, { desde, hasta, leido });
  const amount = AMOUNTS.find((each) => each === campo);
  return missing
    .filter((one) => tarjeta === null || one.tarjeta === null || one.tarjeta === tarjeta)
    .map(({ id, numero, importes, nombradaPor }) => {
      const [first] = nombradaPor;
      const link = first?.vista === 'operaciones' || first?.vista === 'movimientos' ? 'liquidaciones_id' : 'id';
      const abrir: FigureTarget = { vista: first?.vista ?? tema, filtros: [{ campo: link, valor: id }] };
      const esperado = tema === 'liquidaciones' && amount !== undefined ? importes[amount] : null;
      return rowOf(numero ?? id, { esperado, calculado: null }, abrir, { nombradaPor });
    });
}

/**
 * Rows that may explain a difference: those that are withdrawn or in doubt, those whose amount is the difference, and missing ones. Nobody can
 * say which one it is: the totals have no rows.
 */
async function causesOf(data: HomeData, compared: Compared, diferencia: bigint): Promise<readonly CheckRow[]> {
  const { tema, mes, tarjeta, campo } = compared;
  const { desde, hasta } = mesDe(mes);
  const filtros = tarjeta === null ? [] : [{ campo: 'tarjeta', valores: tarjeta === '' ? [null, ''] : [tarjeta] }];
  const query: Query = { metodo: tema, desde, hasta, filtros };
  const por = { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: [campo] };
  const idsOf = async (which: Query): Promise<ReadonlySet<string | null | undefined>> =>
    new Set((await data.sumador.group(which, por)).map(({ keys }) => keys[0]));
  const todas = await data.sumador.group({ ...query, retiradas: true }, por);
  const vivas = await idsOf(query);
  const inDoubt = await idsOf({ ...query, enDuda: true });
  const absolute = diferencia < 0n ? -diferencia : diferencia;
  const propias = todas.flatMap(({ keys: [id, numero], sumas: [importe = 0n] }) => {
    const [retirada, enDuda] = [!vivas.has(id), inDoubt.has(id)];
    if (!retirada && !enDuda && importe !== absolute && importe !== -absolute) return [];
    const abrir: FigureTarget = { vista: tema, desde, hasta, filtros: [{ campo: 'id', valor: id ?? '' }] };
    const why = { ...(retirada ? { retirada } : {}), ...(enDuda ? { enDuda } : {}) };
    return [rowOf(numero ?? id ?? '', { esperado: null, calculado: retirada ? null : importe }, abrir, why)];
  });
  return [...propias, ...(await findMissing(data, compared))];
}

/** Compares by month; settlements by card too. */
async function againstTotals(
  data: HomeData,
  tema: Subject,
  meses: readonly string[],
): Promise<readonly CheckDocument[]> {
  const campos = tema === 'liquidaciones' ? LIQUIDACION_TOTALS : IMPUESTO_TOTALS;
  const nombres = Object.keys(campos);
  const totales = data.cache.readStretches(`${tema}-totales`, 'desde');
  const filas = readStretches(data, tema);
  const control = `${tema}_totales` as const;
  const documents: CheckDocument[] = [];
  for (const periodo of meses) {
    const { desde, hasta } = mesDe(periodo);
    const motivo = findMotivoAgainstTotals(totales, filas, { desde, hasta });
    if (motivo !== null) {
      const abrir: FigureTarget = { vista: tema, desde, hasta };
      documents.push(
        withoutData({ control, campo: nombres[0] ?? '', periodo, desde, hasta, tarjeta: null, abrir }, motivo),
      );
      continue;
    }
    const abierto = isMonthOpen(totales, { desde, hasta });
    const { esperado, calculado } = await sidesOf(data, tema, periodo, campos);
    const keys = [...new Set([...esperado.keys(), ...calculado.keys(), ...(tema === 'impuestos' ? [''] : [])])].sort();
    for (const clave of keys) {
      const tarjeta = tema === 'liquidaciones' ? clave : null;
      const abrir: FigureTarget = { vista: tema, desde, hasta, filtros: filterOf(tarjeta) };
      for (const [i, campo] of nombres.entries()) {
        const [item, otro] = [esperado.get(clave), calculado.get(clave)];
        const sides = { esperado: item?.sumas[i] ?? 0n, calculado: otro?.sumas[i] ?? 0n };
        const differs = sides.esperado !== sides.calculado;
        if (!differs && !ALWAYS.test(campo)) continue;
        // A missing amount may be what the sum lacks, or may spoil a sum that agrees.
        if ((item?.faltan[i] ?? 0) + (otro?.faltan[i] ?? 0) > 0) {
          documents.push(withoutData({ control, campo, periodo, desde, hasta, tarjeta, abrir }, 'sin_informar'));
          continue;
        }
        const which = differs
          ? await causesOf(
              data,
              { tema, mes: periodo, tarjeta, campo: campos[campo] ?? campo },
              sides.calculado - sides.esperado,
            )
          : [];
        const identidad = { control, campo, periodo, desde, hasta, tarjeta, abrir };
        // In a month that is not over, the service may count settlements of days to come; where some amounts are negative, the difference may
        // have either sign. That is not a difference.
        const hasNegatives = sides.esperado < 0n || sides.calculado < 0n;
        const isStillToCome = abierto && (sides.esperado > sides.calculado || hasNegatives) && which.length === 0;
        documents.push(isStillToCome ? withoutData(identidad, 'parcial') : comparisonOf(identidad, sides, which));
      }
    }
  }
  return documents;
}

export const liquidacionesAgainstTotals = (data: HomeData, meses: readonly string[]) =>
  againstTotals(data, 'liquidaciones', meses);
export const impuestosAgainstTotals = (datos: HomeData, meses: readonly string[]) =>
  againstTotals(datos, 'impuestos', meses);
