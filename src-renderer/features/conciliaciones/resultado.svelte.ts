import type { OperacionResultado, ResultadoDocumento } from '#contract/documents.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import { sumar } from '../../ui/format.ts';

export type Grupo = 'conciliados' | 'sin_conciliar';

interface Parte {
  readonly operaciones: readonly OperacionResultado[];
  /** Decimal string. */
  readonly importe: string;
}

const VACIA: Parte = { operaciones: [], importe: '0.00' };

/** Splits a result in one pass, with what each part adds up to. */
function partir(documento: ResultadoDocumento): Record<Grupo, Parte> {
  const parte = (conciliado: boolean): Parte => {
    const operaciones = documento.operaciones.filter((operacion) => operacion.conciliado === conciliado);
    return { operaciones, importe: sumar(operaciones.map(({ importe = '' }) => importe)).total };
  };
  return { conciliados: parte(true), sin_conciliar: parte(false) };
}

/** The result of one reconciliation: what matched, what did not, and how much. */
export class ResultadoState {
  documento = $state.raw<ResultadoDocumento | undefined>(undefined);
  leyendo = $state(false);
  exportando = $state(false);
  progreso = $state.raw<Progreso | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  grupo: Grupo = $state('sin_conciliar');
  elegida = $state.raw<OperacionResultado | undefined>(undefined);
  readonly #api: Api;
  readonly #cuenta: string;
  readonly #id: string;

  readonly partes: Record<Grupo, Parte> = $derived(
    this.documento === undefined ? { conciliados: VACIA, sin_conciliar: VACIA } : partir(this.documento),
  );

  constructor(api: Api, cuenta: string, id: string) {
    this.#api = api;
    this.#cuenta = cuenta;
    this.#id = id;
  }

  async leer(signal: AbortSignal): Promise<void> {
    this.leyendo = true;
    this.falla = undefined;
    try {
      this.documento = await this.#llamar(signal);
      this.elegida = undefined;
      if (this.partes.sin_conciliar.operaciones.length === 0) this.grupo = 'conciliados';
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.leyendo = false;
      this.progreso = undefined;
    }
  }

  /** Writes the workbook and gives it to the person. */
  async exportar(signal: AbortSignal): Promise<void> {
    this.exportando = true;
    this.falla = undefined;
    try {
      const { exportado } = await this.#llamar(signal, `conciliacion-${this.#id}.xlsx`);
      if (exportado !== undefined) await this.#api.entregar(exportado);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.exportando = false;
      this.progreso = undefined;
    }
  }

  ver(grupo: Grupo): void {
    this.grupo = grupo;
    this.elegida = undefined;
  }

  #llamar(signal: AbortSignal, exportar?: string): Promise<ResultadoDocumento> {
    const entrada = { cuenta: this.#cuenta, id: this.#id, ...(exportar === undefined ? {} : { exportar }) };
    return this.#api.llamar('conciliaciones.resultado', entrada, {
      signal,
      onAvance: (progreso) => {
        this.progreso = progreso;
      },
    });
  }
}
