import type { HostEvent } from '#contract/host-events.ts';
import { sayStatement } from '#domain/texts/statements.ts';
import { language } from '../ui/language.ts';
import { describeProblems } from '../ui/shapes.ts';
import { SECTIONS } from '../shared/sections.ts';

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;

/** The screen where the rows of a method of the service are seen, as the rail calls it; the method itself where there is none. */
function screenOf(metodo: string): string {
  const named = metodo.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.word() ?? metodo;
}

/** What the core wants said, in the language of the screens; as it came where it has no code. */
export function getNoticeText({ texto, dicho, problemas }: Notice): string {
  if (dicho === undefined) return texto;
  const nombre = dicho.codigo === 'fila_apartada' ? screenOf(dicho.nombre) : dicho.nombre;
  return sayStatement({ ...dicho, nombre, motivo: describeProblems(dicho.motivo, problemas) }, language());
}
