/** Compares each settlement with its operations and its own parts, by month and card; taxes with their parts, by month. */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument } from '#contract/checks.ts';
import { addDays, countDaysBetween, parseIsoDate, type DateWindow, clipMonth, monthOf } from '#domain/civil-date.ts';
import { readSide, IMPUESTO_PARTS } from '#domain/checks.ts';
import type { CrossCheck } from '#storage/cache/index.ts';
import { groupSorted } from '#domain/cierre/rows.ts';
import type { FigureData } from '../figures/adder.ts';
import {
  compareEach,
  compareMonths,
  identify,
  isReadByOtherDate,
  readStretches,
  rowOf,
  withoutData,
  type Comparison,
} from './compare.ts';

/** Operations of a settlement may be this many days older than the settlement, or more if the data has an older operation. */
export const SALES_DAYS = 45;

interface Group extends DateWindow {
  readonly periodo: string;
  readonly tarjeta: string;
  readonly crossChecks: readonly CrossCheck[];
}

const byMonthAndTarjeta = (crossChecks: readonly CrossCheck[], request: DateWindow): readonly Group[] =>
  groupSorted(crossChecks, ({ fecha, tarjeta }) => `${monthOf(fecha)} ${tarjeta ?? ''}`).map(([key, own]) => {
    const periodo = monthOf(key);
    return { periodo, tarjeta: key.slice(periodo.length + 1), ...clipMonth(periodo, request), crossChecks: own };
  });

const linkToOne = ({ id, fecha }: CrossCheck): FigureTarget => ({
  vista: 'liquidaciones',
  desde: fecha,
  hasta: fecha,
  filtros: [{ campo: 'id', valor: id }],
});
const linkToOperaciones = ({ id }: CrossCheck): FigureTarget => ({
  vista: 'operaciones',
  filtros: [{ campo: 'liquidaciones_id', valor: id }],
});
const identifyGroup = (
  what: Pick<CheckDocument, 'control' | 'campo'>,
  { periodo, tarjeta, desde, hasta }: Group,
): Parameters<typeof compareEach>[0] => {
  const whole = identify({ ...what, periodo }, 'liquidaciones', { desde, hasta });
  return { ...whole, tarjeta, abrir: { ...whole.abrir, filtros: [{ campo: 'tarjeta', valor: tarjeta }] } };
};
const nameOf = ({ numero, id }: CrossCheck): string => numero ?? id;

/** Tells whether all operations of a settlement were read; if not, a difference proves nothing. */
function findSalesRead(data: FigureData, crossChecks: readonly CrossCheck[]): (comparison: CrossCheck) => boolean {
  const stretches = data.cache.readStretches('operaciones', 'fecha_venta');
  const term = crossChecks.reduce((latest, { fecha, primera_venta: sale }) => {
    const [from, to] = [parseIsoDate(sale ?? ''), parseIsoDate(fecha)];
    return from === undefined || to === undefined ? latest : Math.max(latest, countDaysBetween(from, to));
  }, SALES_DAYS);
  return ({ fecha, operaciones, conocidas: known }) => {
    if (known !== null && operaciones >= known) return true;
    const to = parseIsoDate(fecha);
    return to !== undefined && readSide(stretches, { desde: addDays(to, -term), hasta: to }).motivo === null;
  };
}

/** True if this PC has no operations of a settlement, and the service's list of settlements with operations counts none or, if read, lacks the settlement. */
function hasNoOperations(data: FigureData): (comparison: CrossCheck) => boolean {
  const stretches = readStretches(data, 'liquidaciones-conciliadas');
  const byPayment = isReadByOtherDate(data, 'liquidaciones-conciliadas');
  return ({ conocidas: known, operaciones, fecha, pago }) => {
    const day = parseIsoDate((byPayment ? pago : fecha) ?? '');
    if (operaciones > 0 || day === undefined) return false;
    return known === 0 || (known === null && readSide(stretches, { desde: day, hasta: day }).motivo === null);
  };
}

type Knows = (comparison: CrossCheck) => boolean;

function checkAgainstOperaciones(group: Group, { areRead, none }: { areRead: Knows; none: Knows }): CheckDocument {
  const identity = identifyGroup({ control: 'liquidacion_operaciones', campo: 'total_facturado' }, group);
  const compared = group.crossChecks.filter((one) => !none(one) || one.total_facturado === 0n);
  const sinOperaciones = group.crossChecks.length - compared.length;
  const doc =
    compared.length === 0
      ? withoutData(identity, 'sin_operaciones')
      : compareEach(identity, compared, {
          sidesOf: (one) => {
            if (one.total_facturado === null) return 'sin_informar';
            const sides = { esperado: one.total_facturado, calculado: one.importe ?? 0n };
            return sides.esperado === sides.calculado || areRead(one) ? sides : 'parcial';
          },
          toRow: (one, { esperado }) =>
            rowOf(nameOf(one), { esperado, calculado: one.importe }, linkToOperaciones(one)),
        });
  return sinOperaciones === 0 ? doc : { ...doc, sinOperaciones };
}

/** `calculado`: null if it cannot be computed. `faltan`: how many parts are missing. */
interface Pair {
  readonly esperado: bigint | null;
  readonly calculado: bigint | null;
  readonly faltan: number;
}
const subtract = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b);
const NET_FIELDS: readonly (readonly [campo: string, par: (comparison: CrossCheck) => Pair])[] = [
  [
    'total_acreditado',
    (c) => ({ esperado: c.total_acreditado, calculado: subtract(c.total_facturado, c.total_descontado), faltan: 0 }),
  ],
  [
    'total_facturado',
    (c) => ({ esperado: c.total_facturado, calculado: c.facturado_partes, faltan: c.facturado_faltan }),
  ],
  [
    'total_descontado',
    (c) => ({ esperado: c.total_descontado, calculado: c.descontado_partes, faltan: c.descontado_faltan }),
  ],
];

/** The expected and the computed amount, if they can be compared. A missing part counts as zero if the other parts add up to the total. */
function toComparable({ esperado, calculado, faltan }: Pair) {
  if (esperado === null || calculado === null || (faltan > 0 && esperado !== calculado)) return 'sin_informar';
  return { esperado, calculado };
}

const checkNet = (group: Group, field: string, getPair: (comparison: CrossCheck) => Pair): CheckDocument =>
  compareEach(identifyGroup({ control: 'liquidacion_neto', campo: field }, group), group.crossChecks, {
    sidesOf: (comparison) => toComparable(getPair(comparison)),
    toRow: (comparison, sides) => rowOf(nameOf(comparison), sides, linkToOne(comparison)),
  });

/** Checks that a settlement bills the sum of its operations and credits billed less deducted, and that billed and deducted are the sums of their parts. */
export const compareLiquidacionesFromWithin: Comparison = async (data, { months, ...request }) => {
  const crossChecks = await data.sumador.crossCheck(request.desde, request.hasta);
  const groups = byMonthAndTarjeta(crossChecks, request);
  const knowledge = { areRead: findSalesRead(data, crossChecks), none: hasNoOperations(data) };
  const stretches = readStretches(data, 'liquidaciones');
  const without = months
    .filter((period) => !groups.some((group) => group.periodo === period))
    .flatMap((period) => {
      const days = clipMonth(period, request);
      const { motivo } = readSide(stretches, days);
      return motivo === null
        ? []
        : (['liquidacion_operaciones', 'liquidacion_neto'] as const).map((control) =>
            withoutData(
              identify({ control, campo: 'total_facturado', periodo: period }, 'liquidaciones', days),
              motivo,
            ),
          );
    });
  return [
    ...without,
    ...groups.map((group) => checkAgainstOperaciones(group, knowledge)),
    ...groups.flatMap((group) =>
      NET_FIELDS.map(([field, getPair]) => checkNet(group, field, getPair)).filter(
        // Always lists the credited amount; lists the parts only if they do not add up or cannot be compared.
        ({ estado, campo }) => campo === 'total_acreditado' || estado !== 'coincide',
      ),
    ),
  ];
};

/** Checks that each total of taxes is the sum of its parts, by month. Lists the failing records, because two opposite errors may cancel out in the sum. */
export const compareImpuestosFromWithin: Comparison = (data, { months, ...request }) => {
  const stretches = readStretches(data, 'impuestos');
  return compareMonths(months, async (periodo) => {
    const { desde, hasta } = clipMonth(periodo, request);
    const open: FigureTarget = { vista: 'impuestos', desde, hasta };
    const fields = [...new Set(Object.entries(IMPUESTO_PARTS).flatMap(([total, parts]) => [total, ...parts]))];
    const comprobantes = await data.sumador.group(
      { metodo: 'impuestos', desde, hasta },
      { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: fields },
    );
    const identityOf = (campo: string) =>
      identify({ control: 'impuestos_partes', campo, periodo }, 'impuestos', { desde, hasta });
    if (comprobantes.length === 0) {
      const { motivo } = readSide(stretches, { desde, hasta });
      return motivo === null ? [] : withoutData(identityOf('total_impuestos'), motivo);
    }
    return Object.entries(IMPUESTO_PARTS).map(([field, parts]) =>
      compareEach(identityOf(field), comprobantes, {
        sidesOf: ({ sumas: sums, faltan }) => {
          const partOf = (which: string): bigint | null => {
            const place = fields.indexOf(which);
            return (faltan[place] ?? 0) > 0 ? null : (sums[place] ?? 0n);
          };
          const known = parts.map(partOf).filter((part) => part !== null);
          const sum = known.reduce((total, part) => total + part, 0n);
          return toComparable({ esperado: partOf(field), calculado: sum, faltan: parts.length - known.length });
        },
        toRow: ({ keys: [id, number] }, sides) =>
          rowOf(number ?? id ?? '', sides, { ...open, filtros: [{ campo: 'id', valor: id ?? '' }] }),
      }),
    );
  });
};
