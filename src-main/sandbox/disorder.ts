/** The switches of `--datos` (README), which put errors and further kinds of records into the plain example data. */
import { COMERCIOS, CUIT, LEGAL_NAME, type Store } from './catalogue.ts';
import { valueAt, getPaymentDay, type Operaciones } from './operaciones.ts';
import type { Liquidacion } from './liquidaciones.ts';
import type { Movimiento } from './movimientos.ts';
import { InvalidSwitch } from './switches.ts';

const DATA_SWITCHES = {
  contribuyentes: ['uno', 'dos', 'mezclados'],
  iibb: ['provincia', 'sirtac', 'mixto'],
  pagos: ['en_fecha', 'faltan', 'cortos', 'tarde', 'partidos'],
  partes: ['exactas', 'no_suman'],
  detalle: ['exacto', 'centavo'],
  sueltas: ['no', 'si'],
  cargos: ['debitados', 'pendientes'],
} as const;

type Table = typeof DATA_SWITCHES;
export type Disorder = { readonly [K in keyof Table]: Table[K][number] };
type DisorderKey = keyof Table;
const isKey = (key: string): key is DisorderKey => Object.hasOwn(DATA_SWITCHES, key);

/** The plain example: each switch has its first value. */
export const NO_DISORDER = Object.fromEntries(
  Object.entries(DATA_SWITCHES).map(([key, [plain]]) => [key, plain]),
) as Disorder; // `DATA_SWITCHES` has one entry for each key of `Disorder`

/** Reads `CLAVE=VALOR` texts (`--datos`). Throws `InvalidSwitch` for an unknown key or value. */
export function parseDisorder(texts: readonly string[]): Disorder {
  return texts.reduce((disorder, text) => {
    const [key = '', value = ''] = text.split('=', 2);
    if (isKey(key) && DATA_SWITCHES[key].some((each) => each === value)) return { ...disorder, [key]: value };
    const known = Object.entries(DATA_SWITCHES).map(([name, values]) => `${name}=${values.join('|')}`);
    throw new InvalidSwitch(`No existe el dato «${text}». No se inició nada. Elegí uno de: ${known.join(', ')}.`);
  }, NO_DISORDER);
}

export const SECOND_CUIT = '30999002222';
/** Stores from this index of `COMERCIOS` on belong to the second taxpayer. The last of them has the same name as the first store. */
const SECOND_FROM = 3;

export const storesOf = ({ contribuyentes }: Disorder): readonly Store[] =>
  COMERCIOS.map(({ nombre }, place) =>
    contribuyentes === 'uno' || place < SECOND_FROM
      ? { nombre, razonSocial: LEGAL_NAME, cuit: CUIT }
      : {
          nombre: place === COMERCIOS.length - 1 ? (COMERCIOS[0]?.nombre ?? '') : nombre,
          razonSocial: 'Espiga Sur S.A.S.',
          cuit: SECOND_CUIT,
        },
  );

export function describeIibb({ iibb }: Disorder, comercio: number): string {
  const { provincia = '' } = COMERCIOS[comercio] ?? {};
  const mixed = ['RET. SIRTAC SANTA FE', 'RET. IIBB CABA', `RETENCIÓN IIBB ${provincia}`, 'RET IIBB 902', 'RET. IIBB'];
  if (iibb === 'sirtac') return `RETENCIÓN SIRTAC ${provincia.toUpperCase()}`;
  return iibb === 'mixto' ? (mixed[comercio] ?? '') : `RETENCIÓN IIBB ${provincia}`;
}

const ONE_IN = 40;
export const isSpoilt = ({ id }: Pick<Liquidacion, 'id'>): boolean => id % ONE_IN === 3;
const LATE_DAYS = 35;
/** With `cargos=pendientes`, the bank has not debited the terminal charges of the last 45 days. */
const PENDING_DAYS = 45;
const SHORT = 12_345;

/** `partes=no_suman`: adds a deduction that the settlement's total does not contain. */
export const spoilParts = (rows: readonly Liquidacion[], { partes }: Disorder): readonly Liquidacion[] =>
  partes === 'exactas'
    ? rows
    : rows.map((l) => (isSpoilt(l) ? { ...l, discounted: { ...l.discounted, otro: l.discounted.otro + SHORT } } : l));

/** `sueltas=si`: the first sale of every ninth day loses its settlement. */
export function unlinkOperaciones(ops: Operaciones, { sueltas }: Disorder): void {
  if (sueltas === 'no') return;
  for (let i = 0; i < ops.count; i++)
    if (valueAt(ops.order, i) === 0 && valueAt(ops.day, i) % 9 === 0) ops.liquidacion[i] = -1;
}

interface Books {
  readonly liquidaciones: readonly Liquidacion[];
  readonly hoy: number;
  readonly holidays: ReadonlySet<number>;
}

export function spoilMovimientos(
  rows: readonly Movimiento[],
  { liquidaciones, hoy, holidays }: Books,
  { pagos, cargos, contribuyentes }: Disorder,
): readonly Movimiento[] {
  const spoilt = rows.flatMap((movimiento): readonly Movimiento[] => {
    const paid = liquidaciones[movimiento.liquidacion];
    if (paid === undefined) return [movimiento];
    if (paid.tipo === 'C') return cargos === 'pendientes' && paid.fecha > hoy - PENDING_DAYS ? [] : [movimiento];
    if (!isSpoilt(paid)) return [movimiento];
    const { importe } = movimiento;
    if (contribuyentes === 'mezclados')
      return [{ ...movimiento, titular: movimiento.titular === CUIT ? SECOND_CUIT : CUIT }];
    if (pagos === 'faltan') return [];
    if (pagos === 'cortos') return [{ ...movimiento, importe: Math.max(1, importe - SHORT) }];
    if (pagos === 'tarde') return [{ ...movimiento, fecha: getPaymentDay(movimiento.fecha, LATE_DAYS, holidays) }];
    if (pagos !== 'partidos') return [movimiento];
    const part = Math.floor(importe * 0.4);
    return [
      { ...movimiento, importe: part },
      { ...movimiento, id: movimiento.id + 20_000_000, importe: importe - part },
    ];
  });
  return spoilt
    .filter(({ fecha }) => fecha <= hoy)
    .sort((a, b) => a.fecha - b.fecha || a.segundo - b.segundo || a.id - b.id);
}
