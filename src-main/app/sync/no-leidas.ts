/** What a run could not read and of which days: kept with the view until it is read (`app/cobertura/falla.ts`). */
import type { AppError } from '#contract/errors.ts';
import type { Instant } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type ReadableCache } from '#storage/cache/index.ts';
import {
  claveDeFalla,
  claveDeFallasDeDias,
  diasEscritos,
  diasSinLeer,
  fallaDeDias,
  fallaEscrita,
  SIN_FALLA,
  type DiasSinLeer,
} from '../cobertura/falla.ts';
import type { Memoria } from './memoria.ts';
import { faltantes, stretchesRead, type Unidad } from './unidades.ts';

interface Fallida {
  readonly unidad: Unidad;
  readonly error: AppError;
  readonly cuando: Instant;
}

interface Deps {
  readonly cache: Pick<ReadableCache, 'saber' | 'tramos'>;
  readonly memoria: Pick<Memoria, 'aprender' | 'saber'>;
}

export function crearNoLeidas({ cache, memoria }: Deps) {
  const leidas: Unidad[] = [];
  const fallidas: Fallida[] = [];

  /** What of a unit that failed the run had not read before. */
  function restoDe({ unidad, error, cuando }: Fallida, desde: Instant): readonly DiasSinLeer[] {
    const { metodo, campo = null } = unidad;
    const tramos = campo === null ? stretchesRead(cache, metodo) : cache.tramos(metodo, campo);
    const deAhora = tramos.filter(({ leido }) => leido >= desde);
    return faltantes(unidad, deAhora).flatMap((dias) => fallaDeDias(error, cuando, { campo, ...dias }) ?? []);
  }

  function deDias(metodo: Metodo, desde: Instant): readonly DiasSinLeer[] {
    const suyas = leidas.filter((unidad) => unidad.metodo === metodo);
    const nuevas = fallidas.filter(({ unidad }) => unidad.metodo === metodo);
    const deEllas = [...suyas, ...nuevas.map(({ unidad }) => unidad)];
    const siguen = diasSinLeer(cache, metodo).flatMap((antes) => {
      const otras = deEllas.filter(({ campo = null }) => campo === antes.campo);
      const enOrden = otras.toSorted((a, b) => (a.desde < b.desde ? -1 : 1));
      return faltantes(antes, enOrden).map((dias) => ({ ...antes, ...dias }));
    });
    return [...siguen, ...nuevas.flatMap((cada) => restoDe(cada, desde))];
  }

  function poner(clave: string, valor: string): void {
    if ((memoria.saber(clave) ?? SIN_FALLA) !== valor) memoria.aprender(clave, valor);
  }

  return {
    leida: (unidad: Unidad): void => {
      leidas.push(unidad);
    },
    fallida: (fallida: Fallida): void => {
      fallidas.push(fallida);
    },
    /** Once what was read is written. `desde`: when the run began. One access refused by everything says nothing of any method. */
    guardar(desde: Instant): void {
      const buenos = new Set(leidas.map(({ metodo }) => metodo));
      if (buenos.size === 0) return;
      for (const metodo of buenos) {
        poner(claveDeFalla(metodo), SIN_FALLA);
        if (TABLAS[metodo].fecha !== null) poner(claveDeFallasDeDias(metodo), diasEscritos(deDias(metodo, desde)));
      }
      const ultimas = new Map(fallidas.map((cada) => [cada.unidad.metodo, cada]));
      for (const [metodo, { error, cuando }] of ultimas) {
        const escrita = buenos.has(metodo) ? undefined : fallaEscrita(error, cuando);
        if (escrita !== undefined) poner(claveDeFalla(metodo), escrita);
      }
    },
  };
}
