import type { CoverageDocument } from '#contract/documents.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import type { Outputs, Method, MethodInput } from '#contract/inputs.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Api } from '../../src-renderer/api/api.ts';
import { Failure } from '../../src-renderer/api/failure.ts';

type Answer<M extends Method> = (
  input: MethodInput<M>,
  tracking: { signal?: AbortSignal; onProgress?: (progress: Progress) => void },
) => Outputs[M] | Promise<Outputs[M]>;
type Answers = { readonly [M in Method]?: Answer<M> };

export function makeApi(responses: Answers): Api & { readonly pedidos: [Method, unknown][] } {
  const requests: [Method, unknown][] = [];
  return {
    pedidos: requests,
    call: async <M extends Method>(method: M, input: MethodInput<M>, tracking = {}) => {
      requests.push([method, input]);
      const answers: Answer<M> | undefined = responses[method];
      if (answers === undefined) throw new Error(`nobody answers ${method}`);
      return answers(input, tracking);
    },
    answerSecret: async () => undefined,
    file: async (file) => `archivo:1/${file.name}`,
    deliver: async () => undefined,
    onMasked: () => undefined,
    onSaved: () => undefined,
    listen: () => undefined,
  };
}

export const failWith = (code: ErrorCode): never => {
  throw new Failure({ code, message: code });
};

/** Gives each answer once, and the last one from then on. */
export const inTurn =
  <T>(...answers: (() => T)[]) =>
  (): T => {
    const [next, ...rest] = answers;
    if (next === undefined) throw new Error('nothing to answer');
    if (rest.length > 0) answers.shift();
    return next();
  };

export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export const ACCOUNT = { nombre: 'mía', url: 'https://x.example', tipo: 'api', predeterminada: true } as const;

export const INITIAL_SETTINGS: SettingsDocument = {
  idioma: null,
  tema: 'sistema',
  tardanza: 120,
  porTanda: 500,
  carpetaInformes: null,
  actualizar: { diario: false, hora: '08:00' },
  rielPlegado: false,
  ultimaCuenta: null,
  buscarVersiones: true,
};

/** The coverage of the whole autumn, up to the day of the reading. */
export const COVERAGE: CoverageDocument = {
  estado: 'al_dia',
  contratado: true,
  desde: '2026-09-01',
  hasta: '2026-11-21',
  sincronizado: '2026-11-21 10:32:00',
  enDuda: 0,
};
