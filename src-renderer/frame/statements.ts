import type { HostEvent } from '#contract/host-events.ts';
import { sayStatement } from '#domain/texts/statements.ts';
import { getLanguage } from '../ui/language.ts';
import { SECTIONS } from '../shared/sections.ts';

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;

/** The name, in the rail, of the screen that shows the rows of a service method; the method itself when no screen does. */
function screenOf(method: string): string {
  const named = method.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.word() ?? method;
}

/** The text of a notice in the language of the screens; the text as it came for a notice without code. */
export function getNoticeText({ texto, dicho }: Notice): string {
  if (dicho === undefined) return texto;
  const name = dicho.codigo === 'fila_apartada' ? screenOf(dicho.nombre) : dicho.nombre;
  return sayStatement({ ...dicho, nombre: name }, getLanguage());
}
