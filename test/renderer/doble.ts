import type { Outputs } from '#contract/outputs.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Api } from '../../src-renderer/api/api.ts';
import { Falla } from '../../src-renderer/api/falla.ts';

type Contesta<M extends Method> = (
  entrada: MethodInput<M>,
  seguimiento: { signal?: AbortSignal; onAvance?: (progreso: Progreso) => void },
) => Outputs[M] | Promise<Outputs[M]>;
type Respuestas = { readonly [M in Method]?: Contesta<M> };

/** An api that answers what a test says, and remembers what it was asked. */
export function apiDe(respuestas: Respuestas): Api & { readonly pedidos: [Method, unknown][] } {
  const pedidos: [Method, unknown][] = [];
  return {
    pedidos,
    llamar: async <M extends Method>(metodo: M, entrada: MethodInput<M>, seguimiento = {}) => {
      pedidos.push([metodo, entrada]);
      const contesta: Contesta<M> | undefined = respuestas[metodo];
      if (contesta === undefined) throw new Error(`nobody answers ${metodo}`);
      return contesta(entrada, seguimiento);
    },
    contestarClave: async () => undefined,
    archivo: async (file) => `archivo:1/${file.name}`,
    entregar: async () => undefined,
    escuchar: () => undefined,
  };
}

export const falla = (code: ErrorCode): never => {
  throw new Falla({ code, message: code });
};

export const CUENTA = { nombre: 'mía', url: 'https://x.example', tipo: 'api', predeterminada: true } as const;
