import { m } from '../../paraglide/messages.js';

/** The library's own texts, mostly for screen readers, in our words. */
export const getGridTexts = (): Record<string, string> => ({
  ariaSortableColumn: m.grilla_ordenar(),
  ariaRowSelect: m.grilla_elegir_fila(),
  ariaRowDeselect: m.grilla_soltar_fila(),
  ariaRowToggleSelection: m.grilla_elegir_fila(),
  loadingOoo: m.grilla_cargando(),
  loadingError: m.sin_datos(),
  noRowsToShow: ' ',
});
