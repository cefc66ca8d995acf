import type { Api } from '../api/api.ts';
import type { HostEvent, PassingNotice } from '#contract/host-events.ts';
import { m } from '../paraglide/messages.js';
import { getNoticeText } from './statements.ts';

const PASSING_WORDS: Record<PassingNotice['codigo'], (data: { segundos: number }) => string> = {
  pide_esperar: m.marco_pide_esperar,
  no_responde: m.marco_no_responde,
  no_respondio: m.marco_no_respondio,
};

/** Shorter waits are not announced: they end before they are read, and the page would jump at each one. */
const NOTICEABLE_S = 5;

interface Question {
  readonly id: string;
  readonly cuenta: string;
  /** The server that it goes to. */
  readonly url: string;
}

/** The secrets that the core asks for, one at a time, and the sentences it wants said. */
export class Notices {
  questions = $state.raw<readonly Question[]>([]);
  texts = $state.raw<readonly string[]>([]);
  /** The last passing notice, about work that goes on. */
  passing = $state.raw<string | undefined>(undefined);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  receive(event: HostEvent): void {
    if (event.tipo === 'clave') {
      if (!this.questions.some(({ id }) => id === event.pregunta)) {
        this.questions = [...this.questions, { id: event.pregunta, cuenta: event.cuenta, url: event.url }];
      }
    } else if (event.tipo === 'clave_cerrada') {
      this.questions = this.questions.filter(({ id }) => id !== event.pregunta);
    } else if (event.tipo === 'aviso') {
      if (event.pasajero !== undefined) {
        const { codigo, segundos } = event.pasajero;
        if (codigo !== 'pide_esperar' || segundos >= NOTICEABLE_S) this.passing = PASSING_WORDS[codigo]({ segundos });
      } else {
        const text = getNoticeText(event);
        if (!this.texts.includes(text)) this.texts = [...this.texts, text];
      }
    }
  }

  async answer(id: string, key: string | null): Promise<void> {
    this.questions = this.questions.filter((question) => question.id !== id);
    await this.#api.answerSecret(id, key);
  }

  /** Removes the passing notice: the work that it was about has ended. */
  forgetPassing(): void {
    this.passing = undefined;
  }

  discard(text: string): void {
    this.texts = this.texts.filter((other) => other !== text);
  }
}
