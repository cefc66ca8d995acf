import { m } from '../../paraglide/messages.js';

/** Days since the sale, both ends included, in words. */
export function describeAge({ desde, hasta }: { readonly desde: number; readonly hasta: number | null }): string {
  if (hasta === null) return m.edad_mas_de({ dias: desde - 1 });
  return desde === 0 ? m.edad_hasta({ dias: hasta }) : m.edad_entre({ desde, hasta });
}
