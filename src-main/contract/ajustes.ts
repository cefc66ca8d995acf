/** What the methods of Ajustes answer. */

/** Every setting with its value; what was never chosen has the program's own. */
export interface AjustesDocumento {
  /** Null: never chosen; the screens take their own. */
  readonly idioma: 'es-AR' | 'en' | null;
  readonly tema: 'sistema' | 'claro' | 'oscuro';
  /** Seconds: D of UPLOAD.md, for `conciliar` and `retomar` that do not say another. */
  readonly tardanza: number;
  /** Coupons in one request, for a `conciliar` that does not say another. */
  readonly porTanda: number;
  /** Absolute; null: each host's own way. */
  readonly carpetaInformes: string | null;
  /** `hora`: `HH:MM` of Buenos Aires. */
  readonly actualizar: { readonly diario: boolean; readonly hora: string };
  readonly rielPlegado: boolean;
}
