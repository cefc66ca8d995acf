/** Each settlement against its operations and against its own parts, by month and card; and taxes against their parts, by month. */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { readSide, IMPUESTO_PARTS, type NoData } from '#domain/checks.ts';
import type { CrossCheck } from '#storage/cache/index.ts';
import { mesDe } from '../figures/days.ts';
import type { HomeData } from '../figures/adder.ts';
import { comparisonOf, rowOf, withoutData } from './compare.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

/** Operations of a settlement were sold at most so many days before it, or as long before as the longest seen. */
const SALES_DAYS = 45;

interface Days {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

interface Group extends Days {
  readonly periodo: string;
  readonly tarjeta: string;
  readonly crossChecks: CrossCheck[];
}

/** The requested days of a month. */
function clip(periodo: string, { desde, hasta }: Days): Days {
  const mes = mesDe(periodo);
  return { desde: mes.desde < desde ? desde : mes.desde, hasta: mes.hasta > hasta ? hasta : mes.hasta };
}

function byMonthAndTarjeta(crossChecks: readonly CrossCheck[], request: Days): readonly Group[] {
  const grupos = new Map<string, Group>();
  for (const comparison of crossChecks) {
    const periodo = comparison.fecha.slice(0, 7);
    const tarjeta = comparison.tarjeta ?? '';
    const clave = `${periodo} ${tarjeta}`;
    const grupo = grupos.get(clave) ?? { periodo, tarjeta, ...clip(periodo, request), crossChecks: [] };
    grupos.set(clave, grupo);
    grupo.crossChecks.push(comparison);
  }
  return [...grupos.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grupo]) => grupo);
}

const linkToOne = ({ id, fecha }: CrossCheck): FigureTarget => ({
  vista: 'liquidaciones',
  desde: fecha,
  hasta: fecha,
  filtros: [{ campo: 'id', valor: id }],
});
const operacionesDe = ({ id }: CrossCheck): FigureTarget => ({
  vista: 'operaciones',
  filtros: [{ campo: 'liquidaciones_id', valor: id }],
});
const identify = ({ periodo, tarjeta, desde, hasta }: Group) => ({
  periodo,
  tarjeta,
  desde,
  hasta,
  abrir: {
    vista: 'liquidaciones',
    desde,
    hasta,
    filtros: [{ campo: 'tarjeta', valor: tarjeta }],
  } satisfies FigureTarget,
});
const nameOf = ({ numero, id }: CrossCheck): string => numero ?? id;

/** Whether all the operations of a settlement were read. If they were not, some may be missing only because of that. */
function salesRead(data: HomeData, crossChecks: readonly CrossCheck[]): (comparison: CrossCheck) => boolean {
  const stretches = data.cache.readStretches('operaciones', 'fecha_venta');
  const plazo = crossChecks.reduce((mayor, { fecha, primera_venta: venta }) => {
    const [desde, hasta] = [parseIsoDate(venta ?? ''), parseIsoDate(fecha)];
    return desde === undefined || hasta === undefined ? mayor : Math.max(mayor, daysBetween(desde, hasta));
  }, SALES_DAYS);
  return ({ fecha, operaciones, conocidas: known }) => {
    if (known !== null && operaciones >= known) return true;
    const hasta = parseIsoDate(fecha);
    return hasta !== undefined && readSide(stretches, { desde: addDays(hasta, -plazo), hasta }).motivo === null;
  };
}

/** Whether a settlement has no operations: the service lists those that have some, and this one is not in its list. */
function hasNoOperations(data: HomeData): (comparison: CrossCheck) => boolean {
  const stretches = readStretches(data, 'liquidaciones-conciliadas');
  const byPayment = isReadByOtherDate(data, 'liquidaciones-conciliadas');
  return ({ conocidas: known, operaciones, fecha, pago }) => {
    const dia = parseIsoDate((byPayment ? pago : fecha) ?? '');
    if (operaciones > 0 || dia === undefined) return false;
    return known === 0 || (known === null && readSide(stretches, { desde: dia, hasta: dia }).motivo === null);
  };
}

interface Knowledge {
  readonly areRead: (comparison: CrossCheck) => boolean;
  readonly none: (comparison: CrossCheck) => boolean;
}

function againstOperaciones(grupo: Group, { areRead: alreadyRead, none }: Knowledge): CheckDocument {
  const identidad = { control: 'liquidacion_operaciones', campo: 'total_facturado', ...identify(grupo) } as const;
  const filas: CheckRow[] = [];
  const sum = { esperado: 0n, calculado: 0n };
  let motivo: NoData | undefined;
  let sinOperaciones = 0;
  let compared = 0;
  for (const comparison of grupo.crossChecks) {
    const { total_facturado: invoiced } = comparison;
    if (none(comparison) && invoiced !== 0n) {
      sinOperaciones += 1;
      continue;
    }
    compared += 1;
    const importe = comparison.importe ?? 0n;
    if (invoiced === null) {
      motivo = 'sin_informar';
      continue;
    }
    const differs = importe !== invoiced;
    if (differs && !alreadyRead(comparison)) {
      motivo ??= 'parcial';
      continue;
    }
    sum.esperado += invoiced;
    sum.calculado += importe;
    if (differs) {
      const sides = { esperado: invoiced, calculado: comparison.importe };
      filas.push(rowOf(nameOf(comparison), sides, operacionesDe(comparison)));
    }
  }
  const doc =
    compared === 0
      ? withoutData(identidad, 'sin_operaciones')
      : motivo !== undefined && filas.length === 0
        ? withoutData(identidad, motivo)
        : comparisonOf(identidad, sum, filas);
  return sinOperaciones === 0 ? doc : { ...doc, sinOperaciones };
}

/** `calculado` is null when it cannot be computed. `faltan`: how many of its parts are not reported. */
interface Par {
  readonly esperado: bigint | null;
  readonly calculado: bigint | null;
  readonly faltan: number;
}
const minus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b);
const NET_FIELDS: readonly (readonly [campo: string, par: (comparison: CrossCheck) => Par])[] = [
  [
    'total_acreditado',
    (c) => ({ esperado: c.total_acreditado, calculado: minus(c.total_facturado, c.total_descontado), faltan: 0 }),
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

/** Both sides when they can be compared. A part that is not reported counts as zero when the other parts make up the total. */
function comparable({ esperado, calculado, faltan }: Par): { esperado: bigint; calculado: bigint } | undefined {
  if (esperado === null || calculado === null || (faltan > 0 && esperado !== calculado)) return undefined;
  return { esperado, calculado };
}

function checkNet(grupo: Group, campo: string, par: (comparison: CrossCheck) => Par): CheckDocument {
  const filas: CheckRow[] = [];
  const sum = { esperado: 0n, calculado: 0n };
  let sinInformar = false;
  for (const comparison of grupo.crossChecks) {
    const sides = comparable(par(comparison));
    if (sides === undefined) {
      sinInformar = true;
      continue;
    }
    sum.esperado += sides.esperado;
    sum.calculado += sides.calculado;
    if (sides.esperado !== sides.calculado) filas.push(rowOf(nameOf(comparison), sides, linkToOne(comparison)));
  }
  const identidad = { control: 'liquidacion_neto', campo, ...identify(grupo) } as const;
  return sinInformar && filas.length === 0
    ? withoutData(identidad, 'sin_informar')
    : comparisonOf(identidad, sum, filas);
}

/** Checks that each settlement bills the sum of its operations, and credits that sum less its deductions. */
export async function liquidacionesFromWithin(
  data: HomeData,
  meses: readonly string[],
  request: Days,
): Promise<readonly CheckDocument[]> {
  const crossChecks = await data.sumador.crossCheck(request.desde, request.hasta);
  const grupos = byMonthAndTarjeta(crossChecks, request);
  const knowledge = { areRead: salesRead(data, crossChecks), none: hasNoOperations(data) };
  const stretches = readStretches(data, 'liquidaciones');
  const sin = meses
    .filter((periodo) => !grupos.some((grupo) => grupo.periodo === periodo))
    .flatMap((periodo) => {
      const dias = clip(periodo, request);
      const { motivo } = readSide(stretches, dias);
      const abrir: FigureTarget = { vista: 'liquidaciones', ...dias };
      const common = { campo: 'total_facturado', periodo, ...dias, tarjeta: null, abrir } as const;
      return motivo === null
        ? []
        : (['liquidacion_operaciones', 'liquidacion_neto'] as const).map((control) =>
            withoutData({ control, ...common }, motivo),
          );
    });
  return [
    ...sin,
    ...grupos.map((grupo) => againstOperaciones(grupo, knowledge)),
    ...grupos.flatMap((grupo) =>
      NET_FIELDS.map(([campo, par]) => checkNet(grupo, campo, par)).filter(
        // The credited amount is always listed; the parts only when they do not add up, or cannot be compared.
        ({ estado, campo }) => campo === 'total_acreditado' || estado !== 'coincide',
      ),
    ),
  ];
}

/**
 * Checks that each total of taxes is the sum of its parts, by month, and lists the records where it is not: two opposite errors may cancel out
 * in the sum.
 */
export async function impuestosFromWithin(
  data: HomeData,
  meses: readonly string[],
  request: Days,
): Promise<readonly CheckDocument[]> {
  const documents: CheckDocument[] = [];
  const stretches = readStretches(data, 'impuestos');
  for (const periodo of meses) {
    const { desde, hasta } = clip(periodo, request);
    const abrir: FigureTarget = { vista: 'impuestos', desde, hasta };
    const campos = [...new Set(Object.entries(IMPUESTO_PARTS).flatMap(([total, parts]) => [total, ...parts]))];
    const comprobantes = await data.sumador.group(
      { metodo: 'impuestos', desde, hasta },
      { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: campos },
    );
    if (comprobantes.length === 0) {
      const { motivo } = readSide(stretches, { desde, hasta });
      const identidad = {
        control: 'impuestos_partes',
        campo: 'total_impuestos',
        periodo,
        desde,
        hasta,
        tarjeta: null,
        abrir,
      } as const;
      if (motivo !== null) documents.push(withoutData(identidad, motivo));
      continue;
    }
    for (const [campo, parts] of Object.entries(IMPUESTO_PARTS)) {
      const sum = { esperado: 0n, calculado: 0n };
      const filas: CheckRow[] = [];
      let sinInformar = false;
      for (const {
        keys: [id, numero],
        sumas: sums,
        faltan,
      } of comprobantes) {
        const de = (which: string): bigint | null => {
          const place = campos.indexOf(which);
          return (faltan[place] ?? 0) > 0 ? null : (sums[place] ?? 0n);
        };
        const known = parts.map(de).filter((parte) => parte !== null);
        const sides = comparable({
          esperado: de(campo),
          calculado: known.reduce((total, parte) => total + parte, 0n),
          faltan: parts.length - known.length,
        });
        if (sides === undefined) {
          sinInformar = true;
          continue;
        }
        sum.esperado += sides.esperado;
        sum.calculado += sides.calculado;
        if (sides.esperado === sides.calculado) continue;
        const its: FigureTarget = { ...abrir, filtros: [{ campo: 'id', valor: id ?? '' }] };
        filas.push(rowOf(numero ?? id ?? '', sides, its));
      }
      const identidad = { control: 'impuestos_partes', campo, periodo, desde, hasta, tarjeta: null, abrir } as const;
      documents.push(
        sinInformar && filas.length === 0
          ? withoutData(identidad, 'sin_informar')
          : comparisonOf(identidad, sum, filas),
      );
    }
  }
  return documents;
}
