/** What the calendar says of each day against operations by their sale, and settlements by the day they are paid. */
import type { Abrir } from '#contract/inicio.ts';
import type { ControlDocumento, ControlFila } from '#contract/controles.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { ladoDe, ultimoDiaCerrado, type SinDatos } from '#domain/controles.ts';
import { diasEntre, mesDe } from '../inicio/dias.ts';
import type { Datos } from '../inicio/sumador.ts';
import { abrirAcreditado } from '../inicio/acreditar.ts';
import { comparado, filaDe, sinDatos } from './comparar.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

/** A settlement is paid at most this long after it is dated: what is read of the days before counts too. */
const PLAZO = 60;

interface Ventana {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** Null: some amount of that day is not said. */
type PorDia = ReadonlyMap<string, bigint | null>;

async function calendario(datos: Datos, campo: 'vendido' | 'acreditado', { desde, hasta }: Ventana): Promise<PorDia> {
  const dias = await datos.sumador.agrupar(
    { metodo: 'calendario', desde, hasta },
    { por: [{ campo: 'fecha' }], sumas: [campo] },
  );
  return new Map(
    dias.map(({ claves, sumas, faltan }) => [claves[0] ?? '', (faltan[0] ?? 0) > 0 ? null : (sumas[0] ?? 0n)]),
  );
}

const sumarEn = (dias: Map<string, bigint | null>, dia: string, importe: bigint | null): void => {
  const previo = dias.get(dia);
  dias.set(dia, previo === null || importe === null ? null : (previo ?? 0n) + importe);
};

/** Days of a period that do not agree, and both sums; whether there are days that cannot be compared. */
function porDias(
  ventana: Ventana,
  { esperado, calculado }: { esperado: PorDia; calculado: PorDia },
  abrir: (dia: CivilDate) => Abrir,
) {
  const filas: ControlFila[] = [];
  const suma = { esperado: 0n, calculado: 0n };
  let sinInformar = false;
  for (const dia of diasEntre(ventana.desde, ventana.hasta)) {
    const [uno = 0n, otro = 0n] = [esperado.get(dia), calculado.get(dia)];
    if (uno === null || otro === null) {
      sinInformar = true;
      continue;
    }
    suma.esperado += uno;
    suma.calculado += otro;
    if (uno !== otro) filas.push(filaDe(dia, { esperado: uno, calculado: otro }, abrir(dia)));
  }
  return { suma, filas, sinInformar };
}

const deDias = (
  identidad: Parameters<typeof comparado>[0],
  { suma, filas, sinInformar }: ReturnType<typeof porDias>,
): ControlDocumento =>
  sinInformar && filas.length === 0 ? sinDatos(identidad, 'sin_informar') : comparado(identidad, suma, filas);

/** The part of a month that is asked, up to the last day that both sides know whole; a reason when there is none. */
function ventanaCerrada(datos: Datos, ventana: Ventana, otro: 'operaciones' | 'liquidaciones'): Ventana | SinDatos {
  const calendarios = datos.cache.tramos('calendario', 'fecha');
  const filas = readStretches(datos, otro);
  const cierre = ultimoDiaCerrado(ladoDe(calendarios, ventana), ladoDe(filas, ventana));
  if (cierre === undefined) return 'sin_leer';
  const hasta = cierre < ventana.hasta ? cierre : ventana.hasta;
  if (hasta < ventana.desde) return 'parcial';
  const cerrada = { desde: ventana.desde, hasta };
  return ladoDe(calendarios, cerrada).motivo ?? ladoDe(filas, cerrada).motivo ?? cerrada;
}

const recortado = (mes: string, { desde, hasta }: Ventana): Ventana => {
  const entero = mesDe(mes);
  return {
    desde: desde > entero.desde ? desde : entero.desde,
    hasta: hasta < entero.hasta ? hasta : entero.hasta,
  };
};

/** Σ of operations by day of sale against what the calendar says was sold. */
export async function vendidoContraCalendario(
  datos: Datos,
  meses: readonly string[],
  pedido: Ventana,
): Promise<readonly ControlDocumento[]> {
  const documentos: ControlDocumento[] = [];
  for (const periodo of meses) {
    const mes = recortado(periodo, pedido);
    const abrirDe = (dias: Ventana): Abrir => ({ vista: 'operaciones', desde: dias.desde, hasta: dias.hasta });
    const identidad = { control: 'calendario_vendido', campo: 'vendido', periodo, tarjeta: null } as const;
    const ventana = ventanaCerrada(datos, mes, 'operaciones');
    if (typeof ventana === 'string') {
      documentos.push(sinDatos({ ...identidad, ...mes, abrir: abrirDe(mes) }, ventana));
      continue;
    }
    const operaciones = await datos.sumador.agrupar(
      { metodo: 'operaciones', desde: ventana.desde, hasta: ventana.hasta },
      { por: [{ campo: 'fecha_venta' }], sumas: ['importe'] },
    );
    const dias = porDias(
      ventana,
      {
        esperado: await calendario(datos, 'vendido', ventana),
        calculado: new Map(operaciones.map(({ claves, sumas }) => [claves[0] ?? '', sumas[0] ?? 0n])),
      },
      (dia) => abrirDe({ desde: dia, hasta: dia }),
    );
    documentos.push(deDias({ ...identidad, ...ventana, abrir: abrirDe(ventana) }, dias));
  }
  return documentos;
}

/**
 * Why a difference of credited days means nothing: settlements that were paid in them may be of days before that were not read, or nobody says
 * the day that one was paid, which the bank would. Where the service lists by the payment date, those days are what was read.
 */
function whyUncertain(
  datos: Datos,
  { antes, ventana, sinFecha }: { readonly antes: CivilDate; readonly ventana: Ventana; readonly sinFecha: boolean },
): SinDatos | undefined {
  const byPayment = isReadByOtherDate(datos, 'liquidaciones');
  const { motivo: previous } = ladoDe(readStretches(datos, 'liquidaciones'), { desde: antes, hasta: ventana.hasta });
  if (!byPayment && previous !== null) return 'parcial';
  if (!sinFecha) return undefined;
  return ladoDe(datos.cache.tramos('movimientos', 'fecha'), ventana).motivo ?? 'sin_fecha_de_pago';
}

/**
 * Σ of settlements by the day they are paid against what the calendar says was credited. The day is that of the bank's movement, else the
 * payment date of the operations; where neither says, or the settlements before were not read, a difference means nothing.
 */
export async function acreditadoContraCalendario(
  datos: Datos,
  meses: readonly string[],
  pedido: Ventana,
): Promise<readonly ControlDocumento[]> {
  const tramos = datos.cache.tramos('movimientos', 'fecha');
  const banco = tramos.length > 0 && tramos.every(({ contratado }) => contratado);
  const documentos: ControlDocumento[] = [];
  for (const periodo of meses) {
    const mes = recortado(periodo, pedido);
    const identidad = { control: 'calendario_acreditado', campo: 'acreditado', periodo, tarjeta: null } as const;
    const ventana = ventanaCerrada(datos, mes, 'liquidaciones');
    if (typeof ventana === 'string') {
      const abrir = abrirAcreditado(mes.desde, mes.hasta, banco);
      documentos.push(sinDatos({ ...identidad, ...mes, abrir }, ventana));
      continue;
    }
    const antes = addDays(ventana.desde, -PLAZO);
    const calculado = new Map<string, bigint | null>();
    const enBanco = new Map<string, bigint | null>();
    let sinFecha = false;
    for (const { pago, total_acreditado, acreditada } of await datos.sumador.cotejar(antes, ventana.hasta)) {
      if (pago === null) sinFecha ||= total_acreditado !== 0n;
      else sumarEn(calculado, pago, total_acreditado);
      if (pago !== null && acreditada !== false) sumarEn(enBanco, pago, total_acreditado);
    }
    const esperado = await calendario(datos, 'acreditado', ventana);
    const contra = (suyo: PorDia) =>
      porDias(ventana, { esperado, calculado: suyo }, (dia) => abrirAcreditado(dia, dia, banco));
    // Whether the calendar counts what was due and the bank does not show is not said: what agrees with it on more days.
    const [segunPago, segunBanco] = [contra(calculado), contra(enBanco)];
    const dias = segunBanco.filas.length < segunPago.filas.length ? segunBanco : segunPago;
    const uncertain = dias.filas.length === 0 ? undefined : whyUncertain(datos, { antes, ventana, sinFecha });
    const suya = { ...identidad, ...ventana, abrir: abrirAcreditado(ventana.desde, ventana.hasta, banco) };
    documentos.push(uncertain === undefined ? deDias(suya, dias) : sinDatos(suya, uncertain));
  }
  return documentos;
}
