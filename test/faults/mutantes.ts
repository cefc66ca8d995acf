import { isAppError } from '#contract/errors.ts';
import { PROTOCOLO } from '#app/upload/protocolo.ts';
import type { Evento } from '#domain/upload/index.ts';
import type { Averia } from './corrida.ts';

/** The upload without one of its invariants (docs/upload.md, "Invariants"); the check of that invariant must say so. I2 alone: dos-cargas.ts. */
export const MUTANTES: Readonly<Record<string, Averia>> = {
  'I1: the attempt is written after the send': {
    ledger: (ledger) => {
      let debe: readonly Evento[] = [];
      return {
        ...ledger,
        anotar: (carga, eventos) => {
          const intento = eventos.some((evento) => evento.kind === 'intento');
          ledger.anotar(carga, [...debe, ...(intento ? [] : eventos)]);
          debe = intento ? eventos : [];
        },
      };
    },
  },
  'I3: a lost send is sent again at once': {
    protocolo: {
      ...PROTOCOLO,
      observar: (m, o, mono) => PROTOCOLO.observar(m, o, m.fase.state === 'UNKNOWN' ? mono + 1e9 : mono),
    },
  },
  'I4: the bytes of a batch change when it is sent again': {
    ledger: (ledger) => {
      const vistas = new Set<string>();
      const primeros = new Map<string, string>();
      return {
        ...ledger,
        // The ledger refuses changed bytes by itself: here it is told of the first ones every time.
        anotar: (carga, eventos) => {
          const fingidos = eventos.map((evento) => {
            if (evento.kind !== 'intento') return evento;
            const { generacion, n, hash } = evento.envio;
            const clave = `${String(generacion)}/${String(n)}`;
            const primero = primeros.get(clave) ?? hash;
            primeros.set(clave, primero);
            return { ...evento, envio: { ...evento.envio, hash: primero } };
          });
          ledger.anotar(carga, fingidos);
        },
        textos: (carga, desde, hasta, excepto) => {
          const clave = `${String(desde)}-${String(hasta)}`;
          const textos = ledger.textos(carga, desde, hasta, excepto);
          const otra = vistas.has(clave);
          vistas.add(clave);
          return otra ? textos.map((texto) => texto.replace('{', '{ ')) : textos;
        },
      };
    },
  },
  'I5: a failed or partial read is taken for absence': {
    servicio: (servicio) => ({
      fechaServicio: () => servicio.fechaServicio(),
      listar: async (desde, hasta, signal) => {
        try {
          return { ...(await servicio.listar(desde, hasta, signal)), completa: true };
        } catch (error) {
          if (!isAppError(error)) throw error;
          return { conciliaciones: [], completa: true };
        }
      },
      ver: async (id, signal) => {
        try {
          return await servicio.ver(id, signal);
        } catch (error) {
          if (!isAppError(error)) throw error;
          return undefined;
        }
      },
      async *resultado(id, signal) {
        try {
          yield* servicio.resultado(id, signal);
        } catch (error) {
          if (!isAppError(error)) throw error;
        }
      },
      enviar: (cuerpo, signal) => servicio.enviar(cuerpo, signal),
      borrar: (id, signal) => servicio.borrar(id, signal),
      renovar: (signal) => servicio.renovar(signal),
    }),
  },
  'I6: whatever has rows is taken for ours': {
    ledger: (ledger) => ({
      ...ledger,
      pertenencia: (_carga, filas) => ({ marca: filas.length, igual: 0, otras: 0 }),
    }),
  },
  'I7: a coupon that the result does not show is left without a disposition': {
    ledger: (ledger) => ({
      ...ledger,
      abrirLectura: (carga, rechazados) => ({
        ...ledger.abrirLectura(carga, rechazados),
        disponer: () => undefined,
      }),
    }),
  },
  'I8: finished as soon as the last batch is answered': {
    protocolo: {
      ...PROTOCOLO,
      siguiente: (m, mono) => (m.fase.state === 'VERIFYING' ? { tipo: 'concluir' } : PROTOCOLO.siguiente(m, mono)),
    },
  },
  'I8: the late audit is left out': {
    protocolo: {
      ...PROTOCOLO,
      siguiente: (m, mono) => (m.fase.state === 'LATE_AUDIT' ? { tipo: 'concluir' } : PROTOCOLO.siguiente(m, mono)),
    },
  },
};
