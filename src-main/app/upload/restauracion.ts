import { isAppError, type ErrorCode } from '#contract/errors.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Conciliacion, CuponResultado, ListaLeida } from '#domain/conciliacion.ts';
import { decirA, type Dicho } from '#domain/dicho.ts';
import { duenioDe, terminada, type Decision, type Maquina } from '#domain/upload/index.ts';
import type { UploadFila } from '#storage/ledger/index.ts';
import { firstPageOf } from './first-page-of.ts';
import type { UploadsDeps } from './tipos.ts';

/** How far back to look when the copy held nothing that says since when. */
const SIN_FECHA_DIAS = 31;
/** How often in a row a list must be said not to be there. */
const NEGADAS = 3;

type Recuperada = Extract<Decision, { tipo: 'recuperada' }>;

/**
 * After a ledger was restored from a copy: what the service has from then on that the ledger does not know, told once, before anything is
 * sent; and an unfinished upload that one of those may be asks a person before it goes on, because the ledger no longer knows that it was
 * sent. A list that cannot be read whole says nothing (I5): what kept it from being read is answered, and it is tried again. One that the
 * service says not to have says nothing either, and may never be there: then every unfinished upload asks, once.
 */
export async function revisarRestauracion(
  deps: UploadsDeps,
  plegada: (carga: string) => Maquina,
  signal: AbortSignal,
): Promise<ErrorCode | null> {
  const { ledger, servicio, clock, cuenta } = deps;
  const restaurada = ledger.restauracion();
  if (restaurada === null) return null;
  const hoy = servicio.fechaServicio() ?? civilDateAt(clock.now());
  const desde =
    restaurada.hasta === null
      ? addDays(civilDateAt(clock.now()), -SIN_FECHA_DIAS)
      : addDays(civilDateAt(restaurada.hasta), -1);
  try {
    const lista = await listarInsistiendo(deps, [desde, addDays(hoy, 1)], signal);
    if (lista.negada === true) {
      for (const carga of sinTerminar(deps, plegada)) pedir(deps, carga, { ids: [], propias: false });
      revisada(ledger, 'recuperado_sin_lista');
      return null;
    }
    if (!lista.completa) return 'LECTURA_INESTABLE';
    const desconocidas = lista.conciliaciones.filter((c) => ledger.cargaDe(cuenta, c.id) === null);
    await preguntar(deps, plegada, desconocidas, signal);
    revisada(ledger, 'recuperado_comparado', desconocidas);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

function revisada(
  ledger: UploadsDeps['ledger'],
  codigo: 'recuperado_sin_lista' | 'recuperado_comparado',
  desconocidas: readonly Conciliacion[] = [],
): void {
  const conciliaciones = desconocidas.map(({ id, fecha, total, estado }) => ({ id, fecha, total, estado }));
  const decir = (aviso: string, dicho: Dicho): void => {
    ledger.restauracionRevisada(aviso, dicho);
  };
  decirA(decir, codigo, { conciliaciones });
}

/** A list that is said not to be there is asked for again before that is believed. */
async function listarInsistiendo(
  { servicio, clock }: UploadsDeps,
  [desde, hasta]: readonly [CivilDate, CivilDate],
  signal: AbortSignal,
): Promise<ListaLeida> {
  for (let vez = 1; ; vez += 1) {
    const lista = await servicio.listar(desde, hasta, signal);
    if (lista.negada !== true || vez === NEGADAS) return lista;
    await clock.sleep(2_000, signal);
  }
}

function sinTerminar({ ledger, cuenta }: UploadsDeps, plegada: (carga: string) => Maquina): readonly UploadFila[] {
  return [...ledger.uploads(cuenta)].filter(({ carga }) => !terminada(plegada(carga)));
}

function pedir({ ledger }: UploadsDeps, { carga }: UploadFila, que: Omit<Recuperada, 'tipo'>): void {
  ledger.anotar(carga, [{ kind: 'decision_pedida', decision: { tipo: 'recuperada', ...que } }]);
}

/** Every unfinished upload that one of them may be asks before it goes on. */
async function preguntar(
  deps: UploadsDeps,
  plegada: (carga: string) => Maquina,
  desconocidas: readonly Conciliacion[],
  signal: AbortSignal,
): Promise<void> {
  const { ledger } = deps;
  const pendientes = sinTerminar(deps, plegada);
  if (pendientes.length === 0) return;
  const filas = new Map<string, readonly CuponResultado[] | 'ilegible'>();
  for (const { id } of desconocidas) filas.set(id, await primeraPagina(deps, id, signal));
  for (const pendiente of pendientes) {
    const { carga, marcador } = pendiente;
    const duenios = desconocidas.map(({ id }) => {
      const pagina = filas.get(id) ?? 'ilegible';
      if (pagina === 'ilegible') return { id, duenio: 'invisible' as const };
      return { id, duenio: duenioDe({ existe: true, ...ledger.pertenencia(carga, pagina, null) }, marcador) };
    });
    const suyas = duenios.filter(({ duenio }) => duenio !== 'ajena');
    if (suyas.length === 0) continue;
    pedir(deps, pendiente, {
      ids: suyas.map(({ id }) => id),
      propias: suyas.every(({ duenio }) => duenio === 'nuestra'),
    });
  }
}

/** A result that is refused shows no rows, which proves nothing. */
async function primeraPagina(
  { servicio }: UploadsDeps,
  id: string,
  signal: AbortSignal,
): Promise<readonly CuponResultado[] | 'ilegible'> {
  try {
    const pagina = await firstPageOf(servicio, id, signal);
    return pagina === undefined || pagina.cuarentena > 0 ? 'ilegible' : pagina.cupones;
  } catch (error) {
    if (isAppError(error, 'PEDIDO_RECHAZADO', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA')) return 'ilegible';
    throw error;
  }
}
