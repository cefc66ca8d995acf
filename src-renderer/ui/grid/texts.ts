import { m } from '../../paraglide/messages.js';

/** What the grid itself says, mostly to screen readers: its key → ours. */
export const getGridTexts = (): Record<string, string> => ({
  ariaSortableColumn: m.grilla_ordenar(),
  ariaRowSelect: m.grilla_elegir_fila(),
  ariaRowDeselect: m.grilla_soltar_fila(),
  ariaRowToggleSelection: m.grilla_elegir_fila(),
  loadingOoo: m.grilla_cargando(),
  loadingError: m.sin_datos(),
  noRowsToShow: ' ',
});
