import type { Abrir, InicioDocumento } from '#contract/inicio.ts';
import { SECCIONES_DE_DATOS } from '../../marco/filtro-ruta.ts';
import { escribirRuta, type Ruta } from '../../marco/rutas.ts';

/** The address of the rows behind a figure. */
export function hrefDe({ vista, ...filtro }: Abrir): string {
  const propia = SECCIONES_DE_DATOS.find((seccion) => seccion === vista);
  if (propia !== undefined) return escribirRuta({ seccion: propia, filtro });
  // The other views are tabs of the screen that their name begins with.
  const seccion = SECCIONES_DE_DATOS.find((cada) => vista.startsWith(cada)) ?? 'operaciones';
  return escribirRuta({ seccion, filtro: { ...filtro, vista } });
}

/** Where the unmatched coupons are: in the result of their reconciliation, or all together when they are of several. */
export function rutaDeSinConciliar(datos: InicioDocumento['sinConciliar']): Ruta {
  const seccion = 'conciliaciones';
  if (datos === null || datos.conciliacion === null) return { seccion };
  const cuales = new Set(datos.edades.flatMap(({ en }) => en.map(({ conciliacion }) => conciliacion)));
  return cuales.size > 1 ? { seccion, sinConciliar: 'todas' } : { seccion, id: datos.conciliacion };
}

/** The rows of some days: sales by their date; what was credited by the bank's movements that pay something, or by the payment date. */
export function hrefDelPeriodo(
  dias: { readonly desde: string; readonly hasta: string },
  campo: 'vendido' | 'acreditado',
  banco: boolean | null,
): string {
  if (campo === 'vendido') return hrefDe({ vista: 'operaciones', ...dias });
  return banco === true
    ? hrefDe({ vista: 'movimientos', ...dias, filtros: [{ campo: 'conciliado', valor: 'true' }] })
    : hrefDe({ vista: 'operaciones', campoFecha: 'fecha_pago', ...dias });
}

export const hrefDelDia = (fecha: string, campo: 'vendido' | 'acreditado', banco: boolean | null): string =>
  hrefDelPeriodo({ desde: fecha, hasta: fecha }, campo, banco);
