import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { Found } from '#contract/data.ts';
import { m } from '../paraglide/messages.js';
import { getLanguage } from '../ui/language.ts';
import { formatCuit, formatAmount } from '../ui/format.ts';
import type { IconName } from '../ui/icons.ts';
import type { FoundSection } from '../features/help/search.ts';
import type { Shared } from '../shared/context.ts';
import { DATA_SECTIONS, isTabOf } from '../shared/route-filter.ts';
import type { PaletteEntry } from './palette.svelte.ts';
import type { Route } from '../shared/routes.ts';
import { SECTIONS } from '../shared/sections.ts';

/** The route of one of our coupons: the result that has it, with the coupon chosen; the list of uploads while no result has it. */
function getCuponRoute({ conciliacion, archivo, fila }: NonNullable<Found['cupon']>): Route {
  if (conciliacion === null) return { seccion: 'conciliaciones' };
  return { seccion: 'conciliaciones', id: conciliacion, filtro: { cupon: { fila, archivo } } };
}

/** The route of a record of the local data: its own page if it has one, else its row. */
function getFoundRoute({ vista, clave, cupon }: Pick<Found, 'vista' | 'clave' | 'cupon'>): Route {
  if (vista === 'conciliaciones') return { seccion: 'conciliaciones', id: clave };
  if (cupon !== undefined) return getCuponRoute(cupon);
  if (vista === 'liquidaciones' || vista === 'impuestos') return { seccion: vista, id: clave, filtro: {} };
  const section = DATA_SECTIONS.find((one) => vista === one || isTabOf(one, vista));
  if (section === undefined) return { seccion: 'conciliaciones' };
  return { seccion: section, filtro: section === vista ? { fila: clave } : { vista, fila: clave } };
}

const getIcon = (vista: Found['vista']): IconName =>
  vista === 'cupones' ? 'file-spreadsheet' : (SECTIONS.find(({ ruta }) => ruta.seccion === vista)?.icono ?? 'search');

/** The field, its value and the amount; a record that was found by its amount has only the amount. */
function titleOf({ campo, valor, importe }: Found): string {
  const its = importe === null ? [] : [formatAmount(importe)];
  if (valor === '') return its.join('');
  const said = campo === 'cuit' ? formatCuit(valor) : valor;
  return [`${getFieldLabel(campo, getLanguage())} ${said}`, ...its].join(' · ');
}

export const makeFoundEntry = (found: Found, router: Shared['router']): PaletteEntry => ({
  id: `${found.vista} ${found.clave}`,
  grupo: 'hallados',
  icono: getIcon(found.vista),
  titulo: titleOf(found),
  detalle: found.cupon === undefined ? found.subtitulo : `${m.rastro_cupon()} · ${found.subtitulo}`,
  perform: () => router.goTo(getFoundRoute(found)),
});

export const makeHelpEntry = ({ page, anchor, title, excerpt }: FoundSection, help: Shared['help']): PaletteEntry => ({
  id: `ayuda ${page} ${anchor}`,
  grupo: 'ayuda',
  icono: 'circle-question-mark',
  titulo: title,
  detalle: excerpt,
  perform: () => help.open({ page, anchor }),
});

interface OfFrame {
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onKeys: () => void;
}

/** The screens, the commands of the current screen, and the commands of every screen. */
export function listFixedEntries(
  { router, freshness, commands, help }: Pick<Shared, 'router' | 'freshness' | 'commands' | 'help'>,
  { isFolded, onFold, onKeys }: OfFrame,
): readonly PaletteEntry[] {
  const createCommandEntry = (id: string, icon: IconName, title: string, work: () => void): PaletteEntry => ({
    id,
    grupo: 'commands',
    icono: icon,
    titulo: title,
    perform: work,
  });
  return [
    ...commands.own.map(({ id, text, run: work }) => createCommandEntry(id, 'arrow-right', text(), work)),
    ...SECTIONS.map(({ ruta, icono: icon, word }): PaletteEntry => ({
      id: `ir ${ruta.seccion}`,
      grupo: 'pantallas',
      icono: icon,
      titulo: word(),
      perform: () => {
        help.close();
        router.goTo(ruta);
      },
    })),
    createCommandEntry('actualizar', 'refresh-cw', m.marco_actualizar_datos(), () => void freshness.refresh()), // its failure is shown under the bar
    createCommandEntry('plegar', 'app-window', isFolded ? m.marco_desplegar() : m.marco_plegar(), onFold),
    createCommandEntry('ayuda', 'circle-question-mark', m.ayuda_abrir(), () => help.openHere()),
    createCommandEntry('teclas', 'info', m.teclas_titulo(), onKeys),
  ];
}
