import type { Puente } from '#contract/bridge.ts';
import type { Transporte } from './transporte.ts';

/** The window: the preload's functions. */
export function transportePuente(puente: Puente): Transporte {
  return {
    enviar: (pedido) => puente.invoke(pedido),
    escuchar: (onEvento, onConexion, signal) => {
      const soltar = puente.subscribe(onEvento);
      signal.addEventListener('abort', soltar, { once: true });
      onConexion(true);
    },
    archivo: (file) => puente.archivo(file),
    // The host leaves the text that goes beside it with it.
    entregar: async (archivo) => {
      await puente.invoke({ tipo: 'abrir', archivo });
    },
  };
}
