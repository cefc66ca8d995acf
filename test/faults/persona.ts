import type { UploadResult } from '#app/upload/index.ts';
import type { Random } from './random.ts';
import type { FakeServer } from './server.ts';

type DecisionAsked = Extract<UploadResult, { estado: 'necesita_decision' }>;

/** What a person was told and answered over a run: doublings count as reported only where these name them. */
export class Persona {
  readonly #azar: Random;
  readonly #servidor: FakeServer;
  veces = 0;
  reenvios = 0;
  /** Reconciliations named in some question. */
  readonly nombradas = new Set<string>();
  /** Reconciliations that a question said to hold coupons too many. */
  readonly dobladas = new Set<string>();

  constructor(random: Random, servidor: FakeServer) {
    this.#azar = random;
    this.#servidor = servidor;
  }

  hear({ pregunta, codigo }: DecisionAsked): void {
    this.veces += 1;
    const ids = pregunta.match(/\b\d{3,}\b/g) ?? [];
    for (const id of ids) this.nombradas.add(id);
    if (codigo === 'DUPLICACION_DETECTADA') for (const id of ids) this.dobladas.add(id);
  }

  /**
   * A person who looks before answering: adopts and deletes only what is theirs (whoever answers that somebody else's is theirs has it deleted:
   * no program can know better). One who is asked again and again gives up; what nobody can see is answered somehow.
   */
  respond({ pregunta, opciones }: DecisionAsked): string {
    const keys = opciones.map((option) => option.clave);
    const isTheirs = (clave: string): boolean =>
      this.#servidor.conciliaciones.get(clave.split(':')[1] ?? '')?.nuestra === true;
    const certain = keys.find((clave) => clave.includes(':') && isTheirs(clave));
    const others = keys.filter((clave) => clave !== 'abandonar' && !clave.includes(':'));
    const isFedUp = this.veces > 5;
    const choice = isFedUp || this.#azar.si(0.1) || others.length === 0 ? 'abandonar' : this.#azar.pickOne(others);
    const clave = certain !== undefined && !isFedUp ? certain : choice;
    if (clave === 'reenviar') this.reenvios += 1;
    this.#servidor.count(`una persona decide: ${pregunta} → ${clave}`);
    return clave;
  }
}
