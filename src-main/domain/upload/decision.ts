import { assertNever } from '../assert-never.ts';
import { sayAtConsole, phrase, type Sentence } from '../texts/upload-sentences.ts';
import type { Decision } from './types.ts';

/** An answer that a person can give, and its meaning: in Spanish for the command line, by its code for a screen. */
export interface DecisionOption {
  readonly clave: string;
  readonly texto: string;
  readonly frase: Sentence;
}

/** A question for a person, with every answer and its meaning. */
export interface DecisionDescription {
  readonly pregunta: string;
  readonly frase: Sentence;
  readonly opciones: readonly DecisionOption[];
}

export const makeOption = (key: string, statement: Sentence): DecisionOption => ({
  clave: key,
  texto: sayAtConsole(statement),
  frase: statement,
});

export const describe = (statement: Sentence, options: readonly DecisionOption[]): DecisionDescription => ({
  pregunta: sayAtConsole(statement),
  frase: statement,
  opciones: options,
});

/** Describes a question. The answer `abandonar` is always offered. */
export const describeDecision = (decision: Decision): DecisionDescription =>
  describe(describeQuestion(decision), [...listOptions(decision), makeOption('abandonar', phrase('op_abandonar'))]);

function describeQuestion(decision: Decision): Sentence {
  switch (decision.tipo) {
    case 'primero_incierto':
      return decision.candidatas.length === 0 ? phrase('mudo') : phrase('candidatas', { ids: decision.candidatas });
    case 'cierre_crecido':
      return phrase('crecio', { ids: [decision.id] });
    case 'reinicios_agotados':
      return phrase('distinta', { ids: [decision.id] });
    case 'propiedad_incierta':
      return phrase('propiedad', { ids: [decision.id] });
    case 'no_borrable':
      return phrase('no_borrable', { ids: [decision.id] });
    case 'duplicacion':
      return phrase('de_mas', { ids: [decision.id], n: decision.sobran });
    case 'desaparecida':
      return phrase('desaparecida', { ids: [decision.id] });
    case 'rechazo_sistematico':
      return phrase('rechazo');
    case 'huerfana_incierta':
      return phrase('huerfana', { ids: decision.ids });
    case 'recuperada':
      if (decision.ids.length === 0) return phrase('recuperada_sin_lista');
      return phrase(decision.propias ? 'recuperada_propia' : 'recuperada', { ids: decision.ids });
    default:
      return assertNever(decision);
  }
}

function listOptions(decision: Decision): readonly DecisionOption[] {
  switch (decision.tipo) {
    case 'primero_incierto':
      return [
        ...decision.candidatas.map((id) => makeOption(`adoptar:${id}`, phrase('op_adoptar', { ids: [id] }))),
        makeOption('reenviar', phrase('op_reenviar')),
      ];
    case 'cierre_crecido':
      return [
        makeOption('esperar', phrase('op_esperar_cierre')),
        makeOption('reiniciar', phrase('op_reiniciar', { ids: [decision.id] })),
      ];
    case 'reinicios_agotados':
      return [makeOption('reiniciar', phrase('op_reiniciar_mas', { ids: [decision.id] }))];
    case 'propiedad_incierta':
      return [
        makeOption(`borrar:${decision.id}`, phrase('op_borrar', { ids: [decision.id] })),
        decision.huerfana
          ? makeOption('dejar', phrase('op_dejar', { ids: [decision.id] }))
          : makeOption('esperar', phrase('op_mirar_filas')),
      ];
    case 'no_borrable':
      return [makeOption('esperar', phrase('op_releer', { ids: [decision.id] }))];
    case 'duplicacion':
      return [
        makeOption('reiniciar', phrase('op_reiniciar_entera', { ids: [decision.id] })),
        makeOption('dejar', phrase('op_dejar_doble')),
      ];
    case 'desaparecida':
      return [makeOption('reiniciar', phrase('op_todo'))];
    case 'rechazo_sistematico':
      return [makeOption('continuar', phrase('op_continuar'))];
    case 'huerfana_incierta':
      return [makeOption('dejar', phrase('op_no_es'))];
    case 'recuperada':
      return [
        ...(decision.propias ? [makeOption('rehacer', phrase('op_rehacer', { ids: decision.ids }))] : []),
        makeOption('dejar', phrase(decision.ids.length === 0 ? 'op_dejar_sin_lista' : 'op_dejar_recuperada')),
      ];
    default:
      return assertNever(decision);
  }
}

/** True when the answer is one of those offered. */
export const isOption = (decision: Decision, key: string): boolean =>
  describeDecision(decision).opciones.some((each) => each.clave === key);
