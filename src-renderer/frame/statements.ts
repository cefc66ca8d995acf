import type { HostEvent } from '#contract/host-events.ts';
import { m } from '../paraglide/messages.js';
import { describeProblems } from '../ui/shapes.ts';
import { SECTIONS } from '../shared/sections.ts';
import { formatNumber, formatDay, fecha, formatShortTime } from '../ui/format.ts';

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;
type Statement = NonNullable<Notice['dicho']>;

/** Reconciliations that are named one by one: more are not read. */
const MAX_NAMED = 12;

function describeRecoveredLedger({ nombre, aparte, cargas, at }: Statement): string {
  const contents =
    at === null
      ? m.dicho_libro_sin_cargas()
      : m.dicho_libro_cargas({ n: cargas, texto: formatNumber(cargas), dia: formatDay(at), hora: formatShortTime(at) });
  return aparte === ''
    ? m.dicho_libro_faltaba({ nombre, contenido: contents })
    : m.dicho_libro_danado({ nombre, contenido: contents, aparte });
}

function describeRecoveredCompared({ conciliaciones }: Statement): string {
  const n = conciliaciones.length;
  if (n === 0) return m.dicho_recuperado_igual();
  const nombradas = conciliaciones.slice(0, MAX_NAMED).map(({ id, fecha: theirs, total }) =>
    m.dicho_recuperada({
      n: total,
      texto: formatNumber(total),
      id,
      fecha: theirs === null ? m.dicho_recuperada_sin_fecha() : fecha(theirs),
    }),
  );
  const resto = n > MAX_NAMED ? [m.dicho_recuperadas_mas({ texto: formatNumber(n - MAX_NAMED) })] : [];
  return m.dicho_recuperado_de_mas({ n, texto: formatNumber(n), lista: [...nombradas, ...resto].join('; ') });
}

function describeReconciledLater({ n, cargas, nombre }: Statement): string {
  const uploadName = nombre === '' ? m.dicho_conciliados_una() : nombre;
  const de = cargas > 1 ? m.dicho_conciliados_varias({ texto: formatNumber(cargas) }) : uploadName;
  return m.dicho_conciliados({ n, texto: formatNumber(n), de });
}

/** The screen where the rows of a method of the service are seen, as the rail calls it; the method itself where there is none. */
function screenOf(metodo: string): string {
  const named = metodo.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.palabra() ?? metodo;
}

/** Complete by its type: a new code does not compile without words. */
const WORDS: Record<Statement['codigo'], (dicho: Statement) => string> = {
  ajustes_danados: m.dicho_ajustes_danados,
  aprendido_sin_guardar: m.dicho_aprendido_sin_guardar,
  cache_danada: m.dicho_cache_danada,
  conciliados_despues: describeReconciledLater,
  cuenta_es_otra: m.dicho_cuenta_es_otra,
  cuentas_danadas: m.dicho_cuentas_danadas,
  fila_apartada: (dicho) => m.dicho_fila_apartada({ ...dicho, nombre: screenOf(dicho.nombre) }),
  libro_recuperado: describeRecoveredLedger,
  llavero_sin_borrar: m.dicho_llavero_sin_borrar,
  recuperado_comparado: describeRecoveredCompared,
  recuperado_sin_lista: m.dicho_recuperado_sin_lista,
  segunda_ausente: m.dicho_segunda_ausente,
  segunda_danada: m.dicho_segunda_danada,
  segunda_fallo: m.dicho_segunda_fallo,
  segunda_olvidada: m.dicho_segunda_olvidada,
  segunda_sin_lugar: m.dicho_segunda_sin_lugar,
  segunda_sin_permiso: m.dicho_segunda_sin_permiso,
  segunda_tarda: m.dicho_segunda_tarda,
  sesion_sin_guardar: m.dicho_sesion_sin_guardar,
  sin_copia: m.dicho_sin_copia,
};

/** What the core wants said, in the language of the screens; as it came where it has no code. */
export function getNoticeText({ texto, dicho, problemas }: Notice): string {
  if (dicho === undefined) return texto;
  return WORDS[dicho.codigo]({ ...dicho, motivo: describeProblems(dicho.motivo, problemas) });
}
