/** What is known of each day: read, not read, or to come (docs/visual-language.md §6, heat map). */
import type { CalendarioMes, InicioDia } from '#contract/inicio.ts';
import { addDays, civilDateAt, daysInMonth, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { feriadosBancarios } from '#domain/feriados.ts';
import { formatPlain } from '#domain/money.ts';
import type { ReadableCache, Tramo } from '#storage/cache/index.ts';
import type { Datos } from './sumador.ts';

interface Mes {
  readonly mes: string;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

function dia(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`Not a day: ${text}`);
  return date;
}

/** A month, `YYYY-MM`, with its first and last day. */
export function mesDe(mes: string): Mes {
  const largo = daysInMonth(Number(mes.slice(0, 4)), Number(mes.slice(5, 7)));
  return { mes, desde: dia(`${mes}-01`), hasta: dia(`${mes}-${String(largo).padStart(2, '0')}`) };
}

/** The month `n` after one; before it when negative. */
export function otroMes(mes: string, n: number): string {
  const meses = Number(mes.slice(0, 4)) * 12 + Number(mes.slice(5, 7)) - 1 + n;
  return `${String(Math.floor(meses / 12)).padStart(4, '0')}-${String((meses % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included, in order. */
export function mesesEntre(desde: string, hasta: string): readonly string[] {
  const meses: string[] = [];
  for (let mes = desde; mes <= hasta; mes = otroMes(mes, 1)) meses.push(mes);
  return meses;
}

export function* diasEntre(desde: CivilDate, hasta: CivilDate): Generator<CivilDate> {
  for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) yield fecha;
}

/**
 * Tells whether a day was read. A month is stored whole whenever it is read: its days after the reading say zero, and nobody knows.
 */
function leidosEn(tramos: readonly Tramo[]): (fecha: CivilDate) => boolean {
  return (fecha) =>
    tramos.some(({ desde, hasta, leido }) => desde <= fecha && fecha <= hasta && fecha <= civilDateAt(leido));
}

/** Null: the service gives the day without that amount. */
export interface Importes {
  readonly vendido: bigint | null;
  readonly acreditado: bigint | null;
}

const SIN_INFORMAR: Importes = { vendido: null, acreditado: null };

/** The amounts of the calendar by day. */
async function importesPorDia({ sumador }: Datos, desde: CivilDate, hasta: CivilDate) {
  const filas = await sumador.agrupar(
    { metodo: 'calendario', desde, hasta },
    { por: [{ campo: 'fecha' }], sumas: ['vendido', 'acreditado'] },
  );
  return new Map(
    filas.map(({ claves: [fecha], sumas, faltan }) => {
      const [vendido = null, acreditado = null] = sumas.map((suma, i) => ((faltan[i] ?? 0) > 0 ? null : suma));
      return [fecha, { vendido, acreditado }];
    }),
  );
}

/** Days that were read with their amounts; those that were not are not in it. */
export async function diasLeidos(
  datos: Datos,
  { desde, hasta }: { readonly desde: CivilDate; readonly hasta: CivilDate },
): Promise<ReadonlyMap<string, Importes>> {
  const leido = leidosEn(datos.cache.tramos('calendario', 'fecha'));
  const importes = await importesPorDia(datos, desde, hasta);
  const dias = new Map<string, Importes>();
  for (const fecha of diasEntre(desde, hasta)) {
    const importe = importes.get(fecha);
    if (importe !== undefined && leido(fecha)) dias.set(fecha, importe);
  }
  return dias;
}

/** A month day by day. */
export function mesDeDias(mes: string, leidos: ReadonlyMap<string, Importes>, hoy: CivilDate): CalendarioMes {
  const { desde, hasta } = mesDe(mes);
  const feriados = feriadosBancarios(Number(mes.slice(0, 4)));
  let vendido = 0n;
  let acreditado = 0n;
  let sinLeer = 0;
  const dias = [...diasEntre(desde, hasta)].map((fecha): InicioDia => {
    const importes = (fecha <= hoy ? leidos.get(fecha) : undefined) ?? SIN_INFORMAR;
    vendido += importes.vendido ?? 0n;
    acreditado += importes.acreditado ?? 0n;
    if (fecha <= hoy && (importes.vendido === null || importes.acreditado === null)) sinLeer += 1;
    const dice = importes.vendido !== null || importes.acreditado !== null;
    return {
      fecha,
      estado: fecha > hoy ? 'futuro' : dice ? 'leido' : 'sin_leer',
      vendido: importes.vendido === null ? null : formatPlain(importes.vendido),
      acreditado: importes.acreditado === null ? null : formatPlain(importes.acreditado),
      feriado: feriados.get(fecha) ?? null,
    };
  });
  return { mes, dias, vendido: formatPlain(vendido), acreditado: formatPlain(acreditado), sinLeer };
}

/** The first and the last month with something of the calendar read. */
export function mesesLeidos(cache: Pick<ReadableCache, 'tramos'>): { primero: string | null; ultimo: string | null } {
  const tramos = cache.tramos('calendario', 'fecha');
  return {
    primero: tramos[0]?.desde.slice(0, 7) ?? null,
    ultimo: tramos.at(-1)?.hasta.slice(0, 7) ?? null,
  };
}
