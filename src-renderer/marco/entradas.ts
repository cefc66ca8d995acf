import { etiquetaDeCampo } from '#contract/datos-etiquetas.ts';
import type { Hallado } from '#contract/datos.ts';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { cuit, monto } from '../ui/format.ts';
import type { NombreIcono } from '../ui/iconos.ts';
import type { Comun } from './contexto.ts';
import { SECCIONES_DE_DATOS } from './filtro-ruta.ts';
import type { Entrada } from './paleta.svelte.ts';
import type { Ruta } from './rutas.ts';
import { SECCIONES } from './secciones.ts';

/** A coupon of ours in the result that shows it, chosen; the list of uploads while no result does. */
function rutaDeCupon({ conciliacion, archivo, fila }: NonNullable<Hallado['cupon']>): Ruta {
  if (conciliacion === null) return { seccion: 'conciliaciones' };
  return { seccion: 'conciliaciones', id: conciliacion, filtro: { cupon: { fila, archivo } } };
}

/** Where a record of the local data is looked at. Records with a page of their own open it; the others, their row. */
function rutaDeHallado({ vista, clave, cupon }: Pick<Hallado, 'vista' | 'clave' | 'cupon'>): Ruta {
  if (vista === 'conciliaciones') return { seccion: 'conciliaciones', id: clave };
  if (cupon !== undefined) return rutaDeCupon(cupon);
  if (vista === 'liquidaciones' || vista === 'impuestos') return { seccion: vista, id: clave, filtro: {} };
  const seccion = SECCIONES_DE_DATOS.find((una) => vista === una || vista.startsWith(`${una}-`));
  if (seccion === undefined) return { seccion: 'conciliaciones' };
  return { seccion, filtro: seccion === vista ? { fila: clave } : { vista, fila: clave } };
}

const ICONO_DE_VISTA: Partial<Record<Hallado['vista'], NombreIcono>> = {
  operaciones: 'credit-card',
  liquidaciones: 'receipt-text',
  impuestos: 'percent',
  movimientos: 'landmark',
  rechazos: 'undo-2',
  comercios: 'store',
  conciliaciones: 'list-checks',
  cupones: 'file-spreadsheet',
};

/** What it is called, what it says, what it is worth; one found by its amount has that alone. */
function tituloDe({ campo, valor, importe }: Hallado): string {
  const suyo = importe === null ? [] : [monto(importe)];
  if (valor === '') return suyo.join('');
  const idioma = getLocale() === 'en' ? 'en' : 'es';
  const dicho = campo === 'cuit' ? cuit(valor) : valor;
  return [`${etiquetaDeCampo(campo, idioma)} ${dicho}`, ...suyo].join(' · ');
}

export const entradaDeHallado = (hallado: Hallado, enrutador: Comun['enrutador']): Entrada => ({
  id: `${hallado.vista} ${hallado.clave}`,
  grupo: 'hallados',
  icono: ICONO_DE_VISTA[hallado.vista] ?? 'search',
  titulo: tituloDe(hallado),
  detalle: hallado.cupon === undefined ? hallado.subtitulo : `${m.rastro_cupon()} · ${hallado.subtitulo}`,
  hacer: () => {
    enrutador.ir(rutaDeHallado(hallado));
  },
});

interface DelMarco {
  readonly plegado: boolean;
  readonly onplegar: () => void;
  readonly onteclas: () => void;
}

/** Screens, what the one that is shown offers, and the commands of every screen. */
export function entradasFijas(
  { enrutador, frescura, ordenes }: Pick<Comun, 'enrutador' | 'frescura' | 'ordenes'>,
  { plegado, onplegar, onteclas }: DelMarco,
): readonly Entrada[] {
  const orden = (id: string, icono: NombreIcono, titulo: string, hacer: () => void): Entrada => ({
    id,
    grupo: 'ordenes',
    icono,
    titulo,
    hacer,
  });
  return [
    ...ordenes.propias.map(({ id, texto, hacer }) => orden(id, 'arrow-right', texto(), hacer)),
    ...SECCIONES.map(({ ruta, icono, palabra }): Entrada => ({
      id: `ir ${ruta.seccion}`,
      grupo: 'pantallas',
      icono,
      titulo: palabra(),
      hacer: () => {
        enrutador.ir(ruta);
      },
    })),
    orden('actualizar', 'refresh-cw', m.marco_actualizar_datos(), () => {
      void frescura.actualizar(); // its failure is shown under the bar
    }),
    orden('plegar', 'app-window', plegado ? m.marco_desplegar() : m.marco_plegar(), onplegar),
    orden('teclas', 'info', m.teclas_titulo(), onteclas),
  ];
}
