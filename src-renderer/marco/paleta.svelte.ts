import type { Hallado } from '#contract/datos.ts';
import type { Api } from '../api/api.ts';
import { comoFalla, type Falla } from '../api/falla.ts';
import type { NombreIcono } from '../ui/iconos.ts';

export type GrupoDePaleta = 'pantallas' | 'ordenes' | 'hallados';

/** One line of the search: what it is and what choosing it does. */
export interface Entrada {
  readonly id: string;
  readonly grupo: GrupoDePaleta;
  readonly icono: NombreIcono;
  readonly titulo: string;
  readonly detalle?: string;
  readonly hacer: () => void;
}

/** From how many letters the data is looked at: two digits are in every number. */
const MINIMO = 3;
const MARCAS = /\p{M}/gu;
const plano = (texto: string): string => texto.normalize('NFD').replace(MARCAS, '').toLowerCase();

interface Deps {
  readonly api: Api;
  readonly cuenta: string | undefined;
  /** Screens and commands. */
  readonly fijas: readonly Entrada[];
  readonly entradaDe: (hallado: Hallado) => Entrada;
}

/** The search of the top bar: screens and commands by their words, records of this PC by their numbers. */
export class PaletaState {
  texto = $state('');
  /** Place of the chosen line among `entradas`. */
  lugar = $state(0);
  hallados = $state.raw<readonly Hallado[]>([]);
  incompleto = $state(false);
  buscando = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  readonly #deps: Deps;
  #ronda = 0;

  /** Every word that was typed, in any order; all of them before anything is typed. */
  readonly entradas: readonly Entrada[] = $derived.by(() => {
    const palabras = plano(this.texto).split(/\s+/).filter(Boolean);
    const fijas = this.#deps.fijas.filter(({ titulo, detalle = '' }) => {
      const donde = plano(`${titulo} ${detalle}`);
      return palabras.every((palabra) => donde.includes(palabra));
    });
    return [...fijas, ...this.hallados.map(this.#deps.entradaDe)];
  });
  readonly elegida: Entrada | undefined = $derived(this.entradas[this.lugar]);
  /** The data was looked at and nothing has it. */
  readonly nada: boolean = $derived(
    this.entradas.length === 0 && !this.buscando && this.falla === undefined && this.texto.trim() !== '',
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  escribir(texto: string): void {
    this.texto = texto;
    this.lugar = 0;
  }

  mover(pasos: number): void {
    const cuantas = this.entradas.length;
    if (cuantas > 0) this.lugar = (this.lugar + pasos + cuantas) % cuantas;
  }

  /** Looks at the data of this PC for what is typed now; an older answer that comes late is dropped. */
  async buscar(): Promise<void> {
    const ronda = ++this.#ronda;
    const texto = this.texto.trim();
    const { api, cuenta } = this.#deps;
    if (texto.length < MINIMO || cuenta === undefined) {
      this.hallados = [];
      this.incompleto = false;
      this.buscando = false;
      return;
    }
    this.buscando = true;
    try {
      const found = await api.llamar('datos.buscar', { cuenta, texto });
      if (ronda !== this.#ronda) return;
      this.hallados = found.hallados;
      this.incompleto = found.incompleto;
      this.falla = undefined;
    } catch (error) {
      if (ronda !== this.#ronda) return;
      this.hallados = [];
      this.falla = comoFalla(error);
    }
    this.buscando = false;
  }
}
