/** Coupons of ours that nothing matched, by age: from the ledger, where the result of every upload is. */
import type { InicioDocumento, InicioEdad } from '#contract/inicio.ts';
import { daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import type { Libro } from '#storage/ledger/index.ts';

const POR_PAGINA = 500;
/** Days since the sale, both ends included. */
const TRAMOS: readonly (readonly [desde: number, hasta: number | null])[] = [
  [0, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, null],
];

/** An upload as Inicio needs it. */
export interface CargaVista {
  readonly carga: string;
  readonly conciliacion: string | null;
  readonly total: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
}

type LibroLeible = Pick<Libro, 'uploads' | 'eventos' | 'conteos' | 'informePagina'>;

/** The reconciliation whose result was read last for an upload. */
function conciliacionDe(libro: LibroLeible, carga: string): string | null {
  const leida = libro.eventos(carga).findLast(({ kind }) => kind === 'leida');
  return leida?.kind === 'leida' ? (leida.lectura.encabezado?.id ?? null) : null;
}

/** The uploads whose result was read, newest first. */
export function cargasDe(libro: LibroLeible, cuentaId: string): readonly CargaVista[] {
  return libro.uploads(cuentaId).flatMap(({ carga, total }) => {
    const { conciliado, sin_conciliar } = libro.conteos(carga);
    if (conciliado + sin_conciliar === 0) return [];
    const conciliacion = conciliacionDe(libro, carga);
    return [{ carga, conciliacion, total, conciliados: conciliado, sinConciliar: sin_conciliar }];
  });
}

const claveDe = (cupon: Cupon): string => JSON.stringify(CAMPOS_EN_ORDEN.map((campo) => cupon[campo] ?? null));

/** Null when nothing was reconciled from this PC. A coupon of several uploads counts once. */
export function sinConciliarDe(
  libro: LibroLeible,
  cargas: readonly CargaVista[],
  hoy: CivilDate,
): InicioDocumento['sinConciliar'] {
  if (cargas.length === 0) return null;
  const cuentas = TRAMOS.map(() => ({ cupones: 0, importe: 0n }));
  const vistos = new Set<string>();
  for (const { carga } of cargas) {
    for (let despues = 0; ;) {
      const pagina = libro.informePagina(carga, ['sin_conciliar'], despues, POR_PAGINA);
      for (const { seq, cupon } of pagina) {
        despues = seq;
        const clave = claveDe(cupon);
        if (vistos.has(clave)) continue;
        vistos.add(clave);
        const venta = parseIsoDate(cupon.fecha_venta ?? '');
        const dias = venta === undefined ? 0 : Math.max(0, daysBetween(venta, hoy));
        const cuenta = cuentas[TRAMOS.findIndex(([, hasta]) => hasta === null || dias <= hasta)];
        if (cuenta === undefined) continue;
        cuenta.cupones += 1;
        cuenta.importe += BigInt(parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0);
      }
      if (pagina.length < POR_PAGINA) break;
    }
  }
  const edades = TRAMOS.map(([desde, hasta], i): InicioEdad => {
    const { cupones = 0, importe = 0n } = cuentas[i] ?? {};
    return { desde, hasta, cupones, importe: formatPlain(importe) };
  });
  const mayor = cargas.toSorted((a, b) => b.sinConciliar - a.sinConciliar)[0];
  return {
    importe: formatPlain(cuentas.reduce((suma, { importe }) => suma + importe, 0n)),
    cupones: vistos.size,
    total: cargas.reduce((suma, { total }) => suma + total, 0),
    edades,
    conciliacion: mayor === undefined || mayor.sinConciliar === 0 ? null : mayor.conciliacion,
  };
}
