import { m } from '../../paraglide/messages.js';
import { withText } from '../../ui/format.ts';
import type { Done } from './decide.svelte.ts';

const ONE: Readonly<Record<Done['what'], () => string>> = {
  vinculo: m.decidir_hecho_vinculo,
  no_es: m.decidir_hecho_no_es,
  explicado: m.decidir_hecho_explicado,
  ajuste: m.decidir_hecho_ajuste,
  nota: m.decidir_hecho_nota,
  reclamo: m.decidir_hecho_reclamo,
  mirar: m.decidir_hecho_mirar,
  deshecha: m.decidir_hecho_deshecha,
};

/** What was done last, in a sentence. */
export function describeDone({ what, n }: Done): string {
  if (n === 1) return ONE[what]();
  const many = withText(n);
  return what === 'deshecha' ? m.decidir_hecho_deshechas(many) : m.decidir_hecho_varios(many);
}
