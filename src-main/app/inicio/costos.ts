/** What is deducted of each card's sales, month by month, and the chargebacks of each month. */
import type { InicioContracargos, InicioCosto, InicioCostoMes } from '#contract/inicio.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type Grupo } from '#storage/cache/index.ts';
import { coberturaDe, faltanDias } from '../cobertura/cobertura.ts';
import { mesDe } from './dias.ts';
import type { Datos } from './sumador.ts';

/** Cards that are shown; the rest are in the total. */
const TARJETAS = 8;
export const CONTRACARGO = 'CONTRACARGO';

interface Periodo {
  /** `YYYY-MM`, in order. */
  readonly meses: readonly string[];
  readonly hoy: CivilDate;
  readonly ahora: Instant;
}

/** Whether a month of a view was read up to today, by its own date or by the one that the service goes by. */
function leidoDe({ cache }: Datos, metodo: Metodo, { hoy, ahora }: Periodo): (mes: string) => boolean {
  const propia = TABLAS[metodo].fecha ?? '';
  return (mes) => {
    const { desde, hasta } = mesDe(mes);
    return [propia, ''].some((campoFecha) => {
      const pedido = { metodo, campoFecha, desde, hasta: hasta > hoy ? hoy : hasta, ahora };
      const cobertura = coberturaDe(cache, pedido);
      return cobertura.desde !== null && !faltanDias(cobertura);
    });
  };
}

/** `parte` over `total` in hundredths of a percent, to the nearest; null over what is not positive, and when either is not known. */
function enCentesimos(parte: bigint | null, total: bigint | null): number | null {
  if (parte === null || total === null || total <= 0n) return null;
  const doble = (parte * 20_000n) / total;
  return Number((doble + (doble < 0n ? -1n : 1n)) / 2n);
}

/** In the order of `CAMPOS`; null once some settlement does not say that amount. */
type SumaDeMes = (bigint | null)[];
const CAMPOS = ['total_facturado', 'total_descontado', 'descontado_arancel', 'descontado_impuesto'] as const;
const cero = (): SumaDeMes => CAMPOS.map(() => 0n);

function agregar(suma: SumaDeMes, { sumas, faltan }: Grupo): void {
  sumas.forEach((suya, i) => {
    const antes = suma[i] ?? null;
    suma[i] = antes === null || (faltan[i] ?? 0) > 0 ? null : antes + suya;
  });
}

/** Cards by what they billed, the largest first, and all of them last. */
export async function costosDe(datos: Datos, periodo: Periodo): Promise<readonly InicioCosto[]> {
  const { meses, hoy } = periodo;
  const [primero = ''] = meses;
  const ultimo = meses.at(-1) ?? primero;
  const { desde } = mesDe(primero);
  const grupos = await datos.sumador.agrupar(
    { metodo: 'liquidaciones', desde, hasta: hoy },
    {
      por: [{ campo: 'tarjeta' }, { campo: 'fecha', mes: true }],
      sumas: CAMPOS,
    },
  );
  const porTarjeta = new Map<string | null, Map<string, SumaDeMes>>([[null, new Map()]]);
  for (const grupo of grupos) {
    const [tarjeta, mes = ''] = grupo.claves;
    for (const cual of new Set([tarjeta ?? '', null])) {
      const suyos = porTarjeta.get(cual) ?? new Map<string, SumaDeMes>();
      porTarjeta.set(cual, suyos);
      const suma = suyos.get(mes ?? '') ?? cero();
      suyos.set(mes ?? '', suma);
      agregar(suma, grupo);
    }
  }
  const leido = leidoDe(datos, 'liquidaciones', periodo);
  const leidos = new Set(meses.filter(leido));
  const abrir = { vista: 'liquidaciones', desde, hasta: hoy } as const;
  const fila = (tarjeta: string | null, suyos: ReadonlyMap<string, SumaDeMes>): InicioCosto => ({
    tarjeta,
    meses: meses.map((mes): InicioCostoMes => {
      const suma = leidos.has(mes) ? suyos.get(mes) : undefined;
      if (suma === undefined) return { mes, total: null, arancel: null, impuestos: null };
      const [facturado = null, ...partes] = suma;
      const [total = null, arancel = null, impuestos = null] = partes.map((parte) => enCentesimos(parte, facturado));
      return { mes, total, arancel, impuestos };
    }),
    abrir: tarjeta === null ? abrir : { ...abrir, filtros: [{ campo: 'tarjeta', valor: tarjeta }] },
  });
  const facturado = (suyos: ReadonlyMap<string, SumaDeMes>): bigint =>
    [...suyos.values()].reduce((suma, [cada = null]) => suma + (cada ?? 0n), 0n);
  const tarjetas = [...porTarjeta]
    .filter(([tarjeta, suyos]) => tarjeta !== null && facturado(suyos) > 0n)
    .sort(([, a], [, b]) => (facturado(b) > facturado(a) ? 1 : -1))
    .slice(0, TARJETAS);
  const todas = porTarjeta.get(null) ?? new Map<string, SumaDeMes>();
  const hay = tarjetas.length > 0 || leidos.has(ultimo);
  return hay ? [...tarjetas.map(([tarjeta, suyos]) => fila(tarjeta, suyos)), fila(null, todas)] : [];
}

/** Chargebacks by month; null in a month that was not all read. */
export async function contracargosDe(datos: Datos, periodo: Periodo): Promise<readonly InicioContracargos[]> {
  const { meses, hoy } = periodo;
  const [primero = ''] = meses;
  const filtros = [{ campo: 'motivo', valores: [CONTRACARGO] }];
  const grupos = await datos.sumador.agrupar(
    { metodo: 'rechazos', desde: mesDe(primero).desde, hasta: hoy, filtros },
    { por: [{ campo: 'fecha', mes: true }], sumas: ['importe'] },
  );
  const porMes = new Map(grupos.map((grupo) => [grupo.claves[0], grupo]));
  const leido = leidoDe(datos, 'rechazos', periodo);
  return meses.map((mes) => {
    const { desde, hasta } = mesDe(mes);
    const grupo = porMes.get(mes);
    const hay = leido(mes);
    return {
      mes,
      cantidad: hay ? (grupo?.n ?? 0) : null,
      importe: hay ? formatPlain(grupo?.sumas[0] ?? 0n) : null,
      abrir: { vista: 'rechazos', desde, hasta, filtros: [{ campo: 'motivo', valor: CONTRACARGO }] },
    };
  });
}
