import type { Disposition } from '#domain/conciliacion.ts';

interface DispositionText {
  readonly hoja: string;
  readonly meaning: string;
  /** Whether the sheet is there even if it is empty: without it, it would seem that nobody had looked. */
  readonly siempre: boolean;
}

/** How each disposition is called in the report, in the order of its sheets. Every coupon is in exactly one (docs/upload.md, I7). */
export const SHEETS: Readonly<Record<Disposition, DispositionText>> = {
  conciliado: { hoja: 'Conciliados', meaning: 'Las dos partes coinciden.', siempre: true },
  sin_conciliar: { hoja: 'Sin conciliar', meaning: 'El servicio no encontró con qué conciliarlos.', siempre: true },
  no_informado: {
    hoja: 'No informados',
    meaning: 'Los enviamos y el resultado del servicio no los contiene.',
    siempre: true,
  },
  existente: { hoja: 'Existentes', meaning: 'El servicio dice que ya los tenía de antes.', siempre: false },
  rechazado: { hoja: 'Rechazados', meaning: 'El servicio los recibió y no los aceptó.', siempre: false },
  no_enviado: { hoja: 'No enviados', meaning: 'Quedaron sin enviar.', siempre: false },
};
