import type { UploadResult } from '#app/upload/index.ts';
import type { Random } from './random.ts';
import type { FakeServer } from './server.ts';

type DecisionAsked = Extract<UploadResult, { estado: 'necesita_decision' }>;

/** The questions to a person and the answers, in one run. A doubling counts as reported only if a question named it. */
export class Persona {
  readonly #random: Random;
  readonly #server: FakeServer;
  times = 0;
  resends = 0;
  /** Ids of reconciliations that any question named. */
  readonly named = new Set<string>();
  /** Ids of reconciliations that a question said to hold doubled coupons. */
  readonly doubled = new Set<string>();

  constructor(random: Random, server: FakeServer) {
    this.#random = random;
    this.#server = server;
  }

  hear({ pregunta, codigo }: DecisionAsked): void {
    this.times += 1;
    const ids = pregunta.match(/\b\d{3,}\b/g) ?? [];
    for (const id of ids) this.named.add(id);
    if (codigo === 'DUPLICACION_DETECTADA') for (const id of ids) this.doubled.add(id);
  }

  /**
   * Answers as a person who looks first: adopts and deletes only our reconciliations (a foreign one that the person claims is deleted: no program can
   * know better). After many questions gives up; questions about what cannot be seen are answered at random.
   */
  respond({ pregunta, opciones }: DecisionAsked): string {
    const keys = opciones.map((option) => option.clave);
    const isTheirs = (key: string) => this.#server.conciliaciones.get(key.split(':')[1] ?? '')?.nuestra === true;
    const certain = keys.find((key) => key.includes(':') && isTheirs(key));
    const others = keys.filter((key) => key !== 'abandonar' && !key.includes(':'));
    const isFedUp = this.times > 5;
    const choice = isFedUp || this.#random.si(0.1) || others.length === 0 ? 'abandonar' : this.#random.pickOne(others);
    const key = certain !== undefined && !isFedUp ? certain : choice;
    if (key === 'reenviar') this.resends += 1;
    this.#server.count(`una persona decide: ${pregunta} → ${key}`);
    return key;
  }
}
