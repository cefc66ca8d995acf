import type { HostEvent } from '#contract/host-events.ts';
import { sayStatement } from '#domain/texts/statements.ts';
import { language } from '../ui/language.ts';
import { describeProblems } from '../ui/shapes.ts';
import { SECTIONS } from '../shared/sections.ts';

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;

/** The name, in the rail, of the screen that shows the rows of a service method; the method itself when no screen does. */
function screenOf(metodo: string): string {
  const named = metodo.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.word() ?? metodo;
}

/** The text of a notice in the language of the screens; the text as it came for a notice without code. */
export function getNoticeText({ texto, dicho, problemas }: Notice): string {
  if (dicho === undefined) return texto;
  const nombre = dicho.codigo === 'fila_apartada' ? screenOf(dicho.nombre) : dicho.nombre;
  return sayStatement({ ...dicho, nombre, motivo: describeProblems(dicho.motivo, problemas) }, language());
}
