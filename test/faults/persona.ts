import type { Resultado } from '#app/upload/index.ts';
import type { Azar } from './azar.ts';
import type { Servidor } from './servidor.ts';

type Pedido = Extract<Resultado, { estado: 'necesita_decision' }>;

/** What a person was told and answered over a run: doublings count as reported only where these name them. */
export class Persona {
  readonly #azar: Azar;
  readonly #servidor: Servidor;
  veces = 0;
  reenvios = 0;
  /** Reconciliations named in some question. */
  readonly nombradas = new Set<string>();
  /** Reconciliations that a question said to hold coupons too many. */
  readonly dobladas = new Set<string>();

  constructor(azar: Azar, servidor: Servidor) {
    this.#azar = azar;
    this.#servidor = servidor;
  }

  oir({ pregunta, codigo }: Pedido): void {
    this.veces += 1;
    const ids = pregunta.match(/\b\d{3,}\b/g) ?? [];
    for (const id of ids) this.nombradas.add(id);
    if (codigo === 'DUPLICACION_DETECTADA') for (const id of ids) this.dobladas.add(id);
  }

  /**
   * A person who looks before answering: adopts and deletes only what is theirs (whoever answers that somebody else's is theirs has it deleted:
   * no program can know better). One who is asked again and again gives up; what nobody can see is answered somehow.
   */
  responder({ pregunta, opciones }: Pedido): string {
    const claves = opciones.map((opcion) => opcion.clave);
    const suya = (clave: string): boolean =>
      this.#servidor.conciliaciones.get(clave.split(':')[1] ?? '')?.nuestra === true;
    const cierta = claves.find((clave) => clave.includes(':') && suya(clave));
    const otras = claves.filter((clave) => clave !== 'abandonar' && !clave.includes(':'));
    const harta = this.veces > 5;
    const alguna = harta || this.#azar.si(0.1) || otras.length === 0 ? 'abandonar' : this.#azar.uno(otras);
    const clave = cierta !== undefined && !harta ? cierta : alguna;
    if (clave === 'reenviar') this.reenvios += 1;
    this.#servidor.contar(`una persona decide: ${pregunta} → ${clave}`);
    return clave;
  }
}
