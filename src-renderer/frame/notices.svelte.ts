import type { Api } from '../api/api.ts';
import type { HostEvent } from '#contract/host-events.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { sayPassing, sayStatement, type PassingNotice } from '#domain/texts/statements.ts';
import { getLanguage } from '../ui/language.ts';
import { getScreenName } from '../shared/sections.ts';

/** Seconds of waiting that show a message about the slow service. Shorter waits are added up, because each would end before a person can read it. */
const NOTICEABLE_S = 5;

interface Question {
  readonly id: string;
  readonly cuenta: string;
  readonly url: string;
}

/** Gives a message in the language of the screens; a message without a code keeps the core's text. */
export function getNoticeText({ texto, dicho }: Extract<HostEvent, { tipo: 'aviso' }>): string {
  if (dicho === undefined) return texto;
  const name = dicho.codigo === 'fila_apartada' ? getScreenName(dicho.nombre) : dicho.nombre;
  return sayStatement({ ...dicho, nombre: name }, getLanguage());
}

/** Messages of the core, and the core's requests for a secret, shown one at a time. */
export class Notices {
  questions = $state.raw<readonly Question[]>([]);
  answering = $state.raw<string | undefined>(undefined);
  /** Why the core refused the last secret; the request for it stays on screen. */
  failure = $state.raw<Failure | undefined>(undefined);
  #said = $state.raw<readonly (() => string)[]>([]);
  passing = $state.raw<string | undefined>(undefined);
  /** Sum of the short waits during the running work, in seconds. */
  #waitedS = 0;
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
      this.#close(event.pregunta);
    } else if (event.tipo === 'aviso') {
      if (event.pasajero !== undefined) {
        this.#receivePassing(event.pasajero);
      } else {
        this.say(() => getNoticeText(event));
      }
    }
  }

  get texts(): readonly string[] {
    return this.#said.map((getText) => getText());
  }

  say(getText: () => string): void {
    if (!this.texts.includes(getText())) this.#said = [...this.#said, getText];
  }

  /** Sends a secret to the core; the request leaves the screen once the core takes the secret. */
  async answer(id: string, key: string): Promise<void> {
    if (this.answering === id) return;
    this.answering = id;
    this.failure = undefined;
    try {
      await this.#api.answerSecret(id, key);
      this.#close(id);
    } catch (error) {
      if (this.questions[0]?.id === id) this.failure = toFailure(error);
    } finally {
      if (this.answering === id) this.answering = undefined;
    }
  }

  /** Closes a request for a secret and tells the core that none comes. The request closes even when the core does not answer. */
  async putOff(id: string): Promise<void> {
    this.#close(id);
    try {
      await this.#api.answerSecret(id, null);
    } catch {
      return; // the program does not answer, which the frame shows; the request ended with it
    }
  }

  forgetPassing(): void {
    this.passing = undefined;
    this.#waitedS = 0;
  }

  #receivePassing({ codigo, segundos }: PassingNotice): void {
    if (codigo !== 'pide_esperar' || segundos >= NOTICEABLE_S) {
      this.passing = sayPassing({ codigo, segundos }, getLanguage());
      return;
    }
    this.#waitedS += segundos;
    // Names no number of seconds, so that the sentence stays equal during further waits and a screen reader reads it once.
    if (this.#waitedS >= NOTICEABLE_S) this.passing = m.marco_pide_despacio();
  }

  discard(text: string): void {
    this.#said = this.#said.filter((getText) => getText() !== text);
  }

  #close(id: string): void {
    // `failure` belongs to the first request, which is on screen.
    if (this.questions[0]?.id === id) this.failure = undefined;
    this.questions = this.questions.filter((question) => question.id !== id);
  }
}
