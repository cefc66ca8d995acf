import type { CargaDocumento } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { filaOmitida, notSentAgain } from '#domain/cupones/avisos.ts';
import type { FilaAviso, FilaError } from '#domain/hallazgo.ts';
import type { Libro } from '#storage/ledger/index.ts';
import { lugarDe, type BuscarEnviados, type RevisionDb } from '#storage/revision/index.ts';
import type { Borrador } from '../conciliar/borrador.ts';
import type { Conciliar } from '../conciliar/index.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { createSentCount } from '../conciliar/enviados.ts';
import { guardarEstado, type EstadoRevision } from './estado.ts';
import { saleOfFila } from './till-bridge.ts';
import { verFila } from './ver.ts';

/** Coupons that travel together into the ledger. */
const TROZO = 2000;

interface DeDonde {
  readonly db: RevisionDb;
  readonly estado: EstadoRevision;
  /** Asked again of every coupon: the command line may have sent some since the rows were read. */
  readonly buscar: BuscarEnviados;
  readonly hoy: CivilDate;
}

/** The files that were brought, each once however many of its sheets are read. */
const filesOf = ({ archivos }: EstadoRevision): readonly string[] => {
  const names = new Map(archivos.map(({ origen, visto }) => [origen, visto.nombre]));
  return Array.from({ length: Math.max(0, ...names.keys()) + 1 }, (_, origen) => names.get(origen) ?? '');
};

/** A draft of the ledger with exactly the texts that were shown, in file order; what was left out goes beside them as findings. */
function borradorDe(libro: Libro, cuenta: string, { db, estado, buscar, hoy }: DeDonde): Borrador {
  const enviados = createSentCount();
  const carga = libro.crearBorrador({ cuenta, archivos: filesOf(estado) });
  try {
    let validas = 0;
    for (let despues = 0; ;) {
      const trozo = db.listas(despues, TROZO);
      for (const anterior of buscar(trozo)) enviados.add(anterior);
      libro.agregarCupones(
        carga,
        trozo.map(({ id, texto, ocurrencia }) => {
          const { archivo, fila } = lugarDe(id);
          const { origen = 0, visto } = estado.archivos[archivo] ?? {};
          return { archivo: origen, fila, texto, ocurrencia, hoja: visto?.tabla?.hoja ?? null };
        }),
      );
      validas += trozo.length;
      const last = trozo.at(-1);
      if (last === undefined) break;
      despues = last.id;
    }
    for (const [archivo, hallazgos] of hallazgosDe({ db, estado, hoy })) {
      const visto = estado.archivos[archivo]?.visto;
      libro.agregarHallazgos(carga, visto?.nombre ?? '', { ...hallazgos, hoja: visto?.tabla?.hoja ?? null });
    }
    const importacion = { archivos: [], sinErrores: true, validas, auxiliaresUsados: 0, marcadorLibre: null };
    return { carga, importacion, validacion: [], enviados: enviados.result() };
  } catch (error) {
    libro.descartarBorrador(carga);
    throw error;
  }
}

/** As a change that can be undone, also of those that were sent since the rows were read. */
function leaveOutSent({ db, buscar }: DeDonde): void {
  const ids: number[] = [];
  for (let despues = 0; ;) {
    const trozo = db.listas(despues, TROZO);
    const anteriores = buscar(trozo);
    ids.push(...trozo.flatMap(({ id }, i) => ((anteriores[i] ?? null) === null ? [] : [id])));
    const last = trozo.at(-1);
    if (last === undefined) break;
    despues = last.id;
  }
  db.omitir(ids, 'enviado', buscar);
}

/** What was found in the rows, of each file: for the report of the upload. */
function hallazgosDe({ db, estado, hoy }: Omit<DeDonde, 'buscar'>) {
  const porArchivo = new Map<number, { errores: FilaError[]; avisos: FilaAviso[] }>();
  const ids = new Set([...db.ids('aviso', ''), ...[...db.conErrores()].map(({ id }) => id), ...db.leftOut()]);
  for (const id of [...ids].sort((a, b) => a - b)) {
    const leida = db.fila(id);
    if (leida === undefined) continue;
    const { archivo, fila, problemas } = verFila(leida, estado, hoy);
    const found = porArchivo.get(archivo) ?? { errores: [], avisos: [] };
    porArchivo.set(archivo, found);
    const venta = saleOfFila(leida);
    const withErrors = problemas.some(({ clase }) => clase === 'error');
    const leftOut = leida.omitida !== null && !withErrors;
    let told = false;
    for (const { campo, valor, mensaje, ...problema } of problemas) {
      const columna = campo === null ? null : (estado.archivos[archivo]?.nombres[campo] ?? campo);
      const lugar = { fila, columna, campo, valor, mensaje };
      if (problema.clase === 'error') found.errores.push({ ...lugar, codigo: problema.codigo, venta });
      else if (leftOut && leida.omitida === 'enviado' && problema.codigo === 'YA_ENVIADO') {
        told = true;
        found.avisos.push(notSentAgain({ ...lugar, codigo: problema.codigo }, venta));
      } else found.avisos.push({ ...lugar, codigo: problema.codigo });
    }
    if (leftOut && !told) found.avisos.push(filaOmitida(fila, venta));
  }
  return porArchivo;
}

interface Pedido extends DeDonde {
  readonly input: MethodParsed<'revision.enviar'>;
}

/**
 * Sends what was previewed: the version that the screen showed, or nothing (`REVISION_CAMBIADA`). Throws `VALIDACION_RECHAZADA` while a row
 * has errors and was not left out, `SIN_CUPONES` when none is left; otherwise as `cargas.conciliar`.
 */
export async function enviarRevision(
  conciliar: Conciliar,
  { input, ...deDonde }: Pedido,
  context: MethodContext,
): Promise<CargaDocumento> {
  const { db, estado } = deDonde;
  if (db.historia().version !== input.version) throw new AppError('REVISION_CAMBIADA');
  if (input.decidir === 'omitir-enviados') leaveOutSent(deDonde);
  const { conError, listas } = db.cuentas();
  if (estado.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
  if (conError > 0) throw new AppError('VALIDACION_RECHAZADA');
  if (listas === 0) throw new AppError('SIN_CUPONES');
  const { revision: _revision, version: _version, ...resto } = input;
  const documento = await conciliar.enviar(
    resto,
    (libro, cuenta) => {
      const borrador = borradorDe(libro, cuenta.id, deDonde);
      // Written before it is frozen: should we be closed while it is sent, the revision is known to be over.
      guardarEstado(db, { ...estado, carga: borrador.carga });
      return Promise.resolve(borrador);
    },
    context,
  );
  return documento;
}
