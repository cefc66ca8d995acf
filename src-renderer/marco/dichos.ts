import type { HostEvent } from '#contract/host-events.ts';
import { m } from '../paraglide/messages.js';
import { problemasEnPalabras } from '../ui/formas.ts';
import { SECCIONES } from './secciones.ts';
import { cantidad, dia, fecha, horaCorta } from '../ui/format.ts';

type Aviso = Extract<HostEvent, { tipo: 'aviso' }>;
type Dicho = NonNullable<Aviso['dicho']>;

/** Reconciliations that are named one by one: more are not read. */
const NOMBRADAS = 12;

function libroRecuperado({ nombre, aparte, cargas, at }: Dicho): string {
  const contenido =
    at === null
      ? m.dicho_libro_sin_cargas()
      : m.dicho_libro_cargas({ n: cargas, texto: cantidad(cargas), dia: dia(at), hora: horaCorta(at) });
  return aparte === ''
    ? m.dicho_libro_faltaba({ nombre, contenido })
    : m.dicho_libro_danado({ nombre, contenido, aparte });
}

function recuperadoComparado({ conciliaciones }: Dicho): string {
  const n = conciliaciones.length;
  if (n === 0) return m.dicho_recuperado_igual();
  const nombradas = conciliaciones.slice(0, NOMBRADAS).map(({ id, fecha: suya, total }) =>
    m.dicho_recuperada({
      n: total,
      texto: cantidad(total),
      id,
      fecha: suya === null ? m.dicho_recuperada_sin_fecha() : fecha(suya),
    }),
  );
  const resto = n > NOMBRADAS ? [m.dicho_recuperadas_mas({ texto: cantidad(n - NOMBRADAS) })] : [];
  return m.dicho_recuperado_de_mas({ n, texto: cantidad(n), lista: [...nombradas, ...resto].join('; ') });
}

function conciliadosDespues({ n, cargas, nombre }: Dicho): string {
  const deUna = nombre === '' ? m.dicho_conciliados_una() : nombre;
  const de = cargas > 1 ? m.dicho_conciliados_varias({ texto: cantidad(cargas) }) : deUna;
  return m.dicho_conciliados({ n, texto: cantidad(n), de });
}

/** The screen where the rows of a method of the service are seen, as the rail calls it; the method itself where there is none. */
function screenOf(metodo: string): string {
  const named = metodo.replace(/^conciliar-.*/, 'conciliaciones');
  return SECCIONES.find(({ ruta }) => named.startsWith(ruta.seccion))?.palabra() ?? metodo;
}

/** Complete by its type: a new code does not compile without words. */
const PALABRAS: Record<Dicho['codigo'], (dicho: Dicho) => string> = {
  ajustes_danados: m.dicho_ajustes_danados,
  aprendido_sin_guardar: m.dicho_aprendido_sin_guardar,
  cache_danada: m.dicho_cache_danada,
  conciliados_despues: conciliadosDespues,
  cuenta_es_otra: m.dicho_cuenta_es_otra,
  cuentas_danadas: m.dicho_cuentas_danadas,
  fila_apartada: (dicho) => m.dicho_fila_apartada({ ...dicho, nombre: screenOf(dicho.nombre) }),
  libro_recuperado: libroRecuperado,
  llavero_sin_borrar: m.dicho_llavero_sin_borrar,
  recuperado_comparado: recuperadoComparado,
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
export function textoDeAviso({ texto, dicho, problemas }: Aviso): string {
  if (dicho === undefined) return texto;
  return PALABRAS[dicho.codigo]({ ...dicho, motivo: problemasEnPalabras(dicho.motivo, problemas) });
}
