import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import {
  describir,
  esOpcion,
  nuevoNonce,
  terminada,
  tieneIntentoAbierto,
  type Ajustes,
  type Maquina,
} from '#domain/upload/index.ts';
import { mostrarAbandonada } from './abandonar.ts';
import { Conductor } from './conducir.ts';
import { createInformeFuente } from './informe-fuente.ts';
import { PROTOCOLO } from './protocolo.ts';
import { avanceDe, interrumpida, resumenDe } from './resumen.ts';
import { revisarRestauracion } from './restauracion.ts';
import type { AprendidoStore, CargaPendiente, Resultado, Uploads, UploadsDeps } from './tipos.ts';

/** What an upload does when nobody says otherwise (docs/upload.md). */
export const AJUSTES: Ajustes = { tardanzaMs: 120_000, porTanda: 500, esperaMs: 300_000, estableMs: 6_000 };

/**
 * The uploads of one account: one at a time, in the order in which they were asked for (docs/upload.md). Whatever stops one, the ledger knows
 * what was sent and what was not.
 */
export function createUploads(deps: UploadsDeps): Uploads {
  const { ledger, clock, cuenta } = deps;
  const protocolo = deps.protocolo ?? PROTOCOLO;
  const ajustes = { ...AJUSTES, ...deps.ajustes };
  const aprendido: AprendidoStore = deps.aprendido ?? {
    leer: () => ledger.aprendido(cuenta),
    guardar: (nuevo) => {
      ledger.aprender(cuenta, nuevo);
    },
  };
  const enCurso = new Map<string, AbortController>();
  let cola: Promise<unknown> = Promise.resolve();

  const plegada = (carga: string): Maquina =>
    // A draft has no events yet.
    protocolo.plegar(ledger.upload(carga) === undefined ? [] : ledger.eventos(carga), {
      ajustes,
      aprendido: aprendido.leer(),
      mono: clock.monotonic(),
    });

  const conducir = (carga: string, inicial: Maquina, signal: AbortSignal, soloResolver = false): Promise<Resultado> =>
    new Conductor({ deps, protocolo, aprendido, carga, inicial, signal, soloResolver }).correr();

  /** I2: an attempt of another upload that nobody knows the outcome of is settled first, by reading. */
  async function resolverOtros(carga: string, signal: AbortSignal): Promise<Resultado | undefined> {
    for (const otra of [...ledger.uploads(cuenta)].reverse()) {
      if (otra.terminada || otra.carga === carga || !tieneIntentoAbierto(plegada(otra.carga))) continue;
      const resultado = await conducir(otra.carga, reanudar(otra.carga), signal, true);
      if (resultado.estado === 'interrumpida' && tieneIntentoAbierto(plegada(otra.carga))) return resultado;
    }
    return undefined;
  }

  function reanudar(carga: string): Maquina {
    ledger.anotar(carga, [{ kind: 'reanudada' }]);
    return plegada(carga);
  }

  /** One run at a time per account; a second one waits for its turn. */
  function enTurno(
    carga: string,
    signal: AbortSignal,
    trabajo: (signal: AbortSignal, sinComparar: ErrorCode | null) => Promise<Resultado>,
  ) {
    const control = new AbortController();
    const turno = cola.then(async () => {
      const unida = AbortSignal.any([signal, control.signal]);
      enCurso.set(carga, control);
      try {
        await ledger.copiaDiaria();
        return await trabajo(unida, unida.aborted ? null : await revisarRestauracion(deps, plegada, unida));
      } catch (error) {
        if (!isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO', 'LIBRO_DANADO')) throw error;
        // Not frozen, it is no upload that could go on.
        if (ledger.upload(carga) === undefined) throw error;
        return interrumpida(carga, plegada(carga), error.code, { mensaje: error.message, detalle: error.detail });
      } finally {
        enCurso.delete(carga);
      }
    });
    // The failure goes to whoever asked; the queue only needs to know that the turn is over.
    cola = turno.then(
      () => undefined,
      () => undefined,
    );
    return turno;
  }

  async function seguir(carga: string, signal: AbortSignal): Promise<Resultado> {
    const vista = plegada(carga);
    const enEspera = terminada(vista) || vista.fase.state === 'NEEDS_DECISION';
    if (!enEspera) {
      if (signal.aborted) return interrumpida(carga, vista, 'CANCELADO');
      const otra = await resolverOtros(carga, signal);
      if (otra?.estado === 'interrumpida') return { ...otra, ...avanceDe(carga, plegada(carga)) };
    }
    return conducir(carga, enEspera ? vista : reanudar(carga), signal);
  }

  function pendiente(carga: string): CargaPendiente {
    const upload = ledger.upload(carga);
    if (upload === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    const m = plegada(carga);
    return {
      ...avanceDe(carga, m),
      archivos: upload.archivos,
      total: upload.total,
      id: m.id,
      decision: m.fase.state === 'NEEDS_DECISION' ? describir(m.fase.decision) : null,
    };
  }

  return {
    iniciar: (carga, { marcador }, signal) =>
      enTurno(carga, signal, async (unida) => {
        deps.onBoundary?.('congelada_antes', 0);
        ledger.congelar(carga, { marcador, nonce: nuevoNonce(deps.random), porTanda: ajustes.porTanda });
        deps.onBoundary?.('congelada_despues', 0);
        const otra = await resolverOtros(carga, unida);
        if (otra?.estado === 'interrumpida') return { ...otra, ...avanceDe(carga, plegada(carga)) };
        return conducir(carga, plegada(carga), unida);
      }),
    retomar: (carga, signal) =>
      enTurno(carga, signal, async (unida, sinComparar) => {
        if (sinComparar === null || terminada(plegada(carga))) return seguir(carga, unida);
        // A restored ledger may not know that this one was sent: nothing goes on before it was compared with the service.
        return interrumpida(carga, plegada(carga), sinComparar);
      }),
    decidir: (carga, clave, signal) =>
      enTurno(carga, signal, async (unida, sinComparar) => {
        if (sinComparar !== null) return interrumpida(carga, plegada(carga), sinComparar);
        if (ledger.upload(carga) === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
        const vista = plegada(carga);
        const { fase } = vista;
        const preguntada = fase.state === 'NEEDS_DECISION';
        // Nobody asked; but one that stands still may be given up as long as nothing is on its way (I2).
        const dejada = clave === 'abandonar' && !preguntada && !terminada(vista) && !tieneIntentoAbierto(vista);
        if (!dejada && !(preguntada && esOpcion(fase.decision, clave))) {
          throw new AppError('DECISION_INVALIDA', { detail: { carga, clave } });
        }
        ledger.anotar(carga, [dejada ? { kind: 'abandonada' } : { kind: 'decidida', clave }]);
        const m = plegada(carga);
        if (m.fase.state === 'ABANDONED') {
          await mostrarAbandonada(deps, carga, m, unida);
        }
        return seguir(carga, unida);
      }),
    informe: (carga) => createInformeFuente({ ledger, clock, cuenta, carga, m: plegada(carga) }),
    cargaDe: (id) => ledger.cargaDe(cuenta, id),
    pausar: (carga) => enCurso.get(carga)?.abort(),
    pendientes: () =>
      [...ledger.uploads(cuenta)]
        .filter((upload) => !upload.terminada)
        .reverse()
        .map((upload) => pendiente(upload.carga)),
    estado: (carga) => {
      const m = plegada(carga);
      const leida = m.ultimaLectura !== null || terminada(m);
      return { ...pendiente(carga), resumen: leida ? resumenDe(carga, m, ledger.conteos(carga)) : null };
    },
  };
}

export { estadoDe } from './resumen.ts';
export * from './tipos.ts';
