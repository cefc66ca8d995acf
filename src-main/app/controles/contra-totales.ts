/** Settlements and taxes of the cache against what the service adds up for the same month (and card). */
import type { Abrir } from '#contract/inicio.ts';
import type { ControlDocumento, ControlFila } from '#contract/controles.ts';
import { mesAbierto, motivoContraTotales, TOTALES_DE_IMPUESTOS, TOTALES_DE_LIQUIDACIONES } from '#domain/controles.ts';
import type { Consulta, Grupo } from '#storage/cache/index.ts';
import { mesDe } from '../inicio/dias.ts';
import type { Datos } from '../inicio/sumador.ts';
import { comparado, filaDe, sinDatos } from './comparar.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

type Tema = 'liquidaciones' | 'impuestos';

/** Compared always; the others only when they differ, so that the list stays readable and no difference is hidden. */
const SIEMPRE = /^tot/;
type Sumas = Pick<Grupo, 'sumas' | 'faltan'>;
interface Lados {
  readonly esperado: ReadonlyMap<string, Sumas>;
  readonly calculado: ReadonlyMap<string, Sumas>;
}

/** Amounts by card (empty for taxes, which are of all), of a month. */
async function ladosDe(
  datos: Datos,
  tema: Tema,
  mes: string,
  campos: Readonly<Record<string, string>>,
): Promise<Lados> {
  const { desde, hasta } = mesDe(mes);
  const porTarjeta = tema === 'liquidaciones' ? [{ campo: 'tarjeta' }] : [];
  const totales = await datos.sumador.agrupar(
    { metodo: `${tema}-totales`, desde, hasta },
    { por: [{ campo: 'desde', mes: true }, ...porTarjeta], sumas: Object.keys(campos) },
  );
  const otra = isReadByOtherDate(datos, tema);
  const filas = await datos.sumador.agrupar(
    { metodo: tema, ...(otra ? {} : { desde, hasta }) },
    { por: [{ campo: otra ? 'visto_desde' : 'fecha', mes: true }, ...porTarjeta], sumas: Object.values(campos) },
  );
  const porClave = (grupos: typeof filas): Lados['esperado'] =>
    new Map(grupos.filter(({ claves }) => claves[0] === mes).map((grupo) => [grupo.claves[1] ?? '', grupo]));
  return { esperado: porClave(totales), calculado: porClave(filas) };
}

const filtroDe = (tarjeta: string | null) => (tarjeta === null ? [] : [{ campo: 'tarjeta', valor: tarjeta }]);

interface Compared {
  readonly tema: Tema;
  readonly mes: string;
  readonly tarjeta: string | null;
  readonly campo: string;
}

const AMOUNTS = ['total_facturado', 'total_descontado', 'total_acreditado'] as const;

/** What is in the totals and is not among the rows, by the records that carry its number: other records name it. */
async function findMissing(datos: Datos, { tema, mes, tarjeta, campo }: Compared): Promise<readonly ControlFila[]> {
  const { desde, hasta } = mesDe(mes);
  const leido = readStretches(datos, tema).at(-1)?.hasta ?? desde;
  const missing = await datos.sumador.missing(tema, { desde, hasta, leido });
  const amount = AMOUNTS.find((cada) => cada === campo);
  return missing
    .filter((one) => tarjeta === null || one.tarjeta === null || one.tarjeta === tarjeta)
    .map(({ id, numero, importes, nombradaPor }) => {
      const [first] = nombradaPor;
      const link = first?.vista === 'operaciones' || first?.vista === 'movimientos' ? 'liquidaciones_id' : 'id';
      const abrir: Abrir = { vista: first?.vista ?? tema, filtros: [{ campo: link, valor: id }] };
      const esperado = tema === 'liquidaciones' && amount !== undefined ? importes[amount] : null;
      return filaDe(numero ?? id, { esperado, calculado: null }, abrir, { nombradaPor });
    });
}

/**
 * Rows that may explain a difference: those that the service stopped giving, for good or until another reading says so, those whose amount is
 * the difference, and those that are missing. Which one it is nobody can say: the totals have no rows.
 */
async function causas(datos: Datos, compared: Compared, diferencia: bigint): Promise<readonly ControlFila[]> {
  const { tema, mes, tarjeta, campo } = compared;
  const { desde, hasta } = mesDe(mes);
  const filtros = tarjeta === null ? [] : [{ campo: 'tarjeta', valores: tarjeta === '' ? [null, ''] : [tarjeta] }];
  const consulta: Consulta = { metodo: tema, desde, hasta, filtros };
  const por = { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: [campo] };
  const idsOf = async (cuales: Consulta): Promise<ReadonlySet<string | null | undefined>> =>
    new Set((await datos.sumador.agrupar(cuales, por)).map(({ claves }) => claves[0]));
  const todas = await datos.sumador.agrupar({ ...consulta, retiradas: true }, por);
  const vivas = await idsOf(consulta);
  const dudosas = await idsOf({ ...consulta, enDuda: true });
  const absoluta = diferencia < 0n ? -diferencia : diferencia;
  const propias = todas.flatMap(({ claves: [id, numero], sumas: [importe = 0n] }) => {
    const [retirada, enDuda] = [!vivas.has(id), dudosas.has(id)];
    if (!retirada && !enDuda && importe !== absoluta && importe !== -absoluta) return [];
    const abrir: Abrir = { vista: tema, desde, hasta, filtros: [{ campo: 'id', valor: id ?? '' }] };
    const why = { ...(retirada ? { retirada } : {}), ...(enDuda ? { enDuda } : {}) };
    return [filaDe(numero ?? id ?? '', { esperado: null, calculado: retirada ? null : importe }, abrir, why)];
  });
  return [...propias, ...(await findMissing(datos, compared))];
}

/** By month, and by card where it is settlements. */
async function contraTotales(datos: Datos, tema: Tema, meses: readonly string[]): Promise<readonly ControlDocumento[]> {
  const campos = tema === 'liquidaciones' ? TOTALES_DE_LIQUIDACIONES : TOTALES_DE_IMPUESTOS;
  const nombres = Object.keys(campos);
  const totales = datos.cache.tramos(`${tema}-totales`, 'desde');
  const filas = readStretches(datos, tema);
  const control = `${tema}_totales` as const;
  const documentos: ControlDocumento[] = [];
  for (const periodo of meses) {
    const { desde, hasta } = mesDe(periodo);
    const motivo = motivoContraTotales(totales, filas, { desde, hasta });
    if (motivo !== null) {
      const abrir: Abrir = { vista: tema, desde, hasta };
      documentos.push(
        sinDatos({ control, campo: nombres[0] ?? '', periodo, desde, hasta, tarjeta: null, abrir }, motivo),
      );
      continue;
    }
    const abierto = mesAbierto(totales, { desde, hasta });
    const { esperado, calculado } = await ladosDe(datos, tema, periodo, campos);
    const claves = [
      ...new Set([...esperado.keys(), ...calculado.keys(), ...(tema === 'impuestos' ? [''] : [])]),
    ].sort();
    for (const clave of claves) {
      const tarjeta = tema === 'liquidaciones' ? clave : null;
      const abrir: Abrir = { vista: tema, desde, hasta, filtros: filtroDe(tarjeta) };
      for (const [i, campo] of nombres.entries()) {
        const [uno, otro] = [esperado.get(clave), calculado.get(clave)];
        const lados = { esperado: uno?.sumas[i] ?? 0n, calculado: otro?.sumas[i] ?? 0n };
        const difiere = lados.esperado !== lados.calculado;
        if (!difiere && !SIEMPRE.test(campo)) continue;
        // What is not said may be what is missing of the sum, or change what agrees with it.
        if ((uno?.faltan[i] ?? 0) + (otro?.faltan[i] ?? 0) > 0) {
          documentos.push(sinDatos({ control, campo, periodo, desde, hasta, tarjeta, abrir }, 'sin_informar'));
          continue;
        }
        const cuales = difiere
          ? await causas(
              datos,
              { tema, mes: periodo, tarjeta, campo: campos[campo] ?? campo },
              lados.calculado - lados.esperado,
            )
          : [];
        const identidad = { control, campo, periodo, desde, hasta, tarjeta, abrir };
        // Of a month that is not over the service may add up settlements of days to come, of either sign where some are negative: that is not
        // a difference.
        const conNegativos = lados.esperado < 0n || lados.calculado < 0n;
        const porVenir = abierto && (lados.esperado > lados.calculado || conNegativos) && cuales.length === 0;
        documentos.push(porVenir ? sinDatos(identidad, 'parcial') : comparado(identidad, lados, cuales));
      }
    }
  }
  return documentos;
}

export const liquidacionesContraTotales = (datos: Datos, meses: readonly string[]) =>
  contraTotales(datos, 'liquidaciones', meses);
export const impuestosContraTotales = (datos: Datos, meses: readonly string[]) =>
  contraTotales(datos, 'impuestos', meses);
