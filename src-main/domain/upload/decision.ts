import { assertNever } from '../assert-never.ts';
import { sayAtConsole, getPhrase, type Sentence } from '../texts/upload-sentences.ts';
import type { UploadQuestion } from './types.ts';

/** An answer and its meaning: in Spanish for the command line, by its code for a screen. */
export interface DecisionOption {
  readonly clave: string;
  readonly texto: string;
  readonly frase: Sentence;
}

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

/** Describes a question, always with the answer `abandonar`. */
export const describeDecision = (decision: UploadQuestion): DecisionDescription =>
  describe(describeQuestion(decision), [...listOptions(decision), makeOption('abandonar', getPhrase('op_abandonar'))]);

function describeQuestion(decision: UploadQuestion): Sentence {
  switch (decision.tipo) {
    case 'primero_incierto':
      return decision.candidatas.length === 0
        ? getPhrase('mudo')
        : getPhrase('candidatas', { ids: decision.candidatas });
    case 'cierre_crecido':
      return getPhrase('crecio', { ids: [decision.id] });
    case 'reinicios_agotados':
      return getPhrase('distinta', { ids: [decision.id] });
    case 'propiedad_incierta':
      return getPhrase('propiedad', { ids: [decision.id] });
    case 'no_borrable':
      return getPhrase('no_borrable', { ids: [decision.id] });
    case 'duplicacion':
      return getPhrase('de_mas', { ids: [decision.id], n: decision.sobran });
    case 'desaparecida':
      return getPhrase('desaparecida', { ids: [decision.id] });
    case 'rechazo_sistematico':
      return getPhrase('rechazo');
    case 'cupon_fallido':
      return getPhrase('cupon_fallido');
    case 'huerfana_incierta':
      return getPhrase('huerfana', { ids: decision.ids });
    case 'recuperada':
      return getPhrase(decision.propias ? 'recuperada_propia' : 'recuperada', { ids: decision.ids });
    default:
      return assertNever(decision);
  }
}

function listOptions(decision: UploadQuestion): readonly DecisionOption[] {
  switch (decision.tipo) {
    case 'primero_incierto':
      return [
        ...decision.candidatas.map((id) => makeOption(`adoptar:${id}`, getPhrase('op_adoptar', { ids: [id] }))),
        makeOption('reenviar', getPhrase('op_reenviar')),
      ];
    case 'cierre_crecido':
      return [
        makeOption('esperar', getPhrase('op_esperar_cierre')),
        makeOption('reiniciar', getPhrase('op_reiniciar', { ids: [decision.id] })),
      ];
    case 'reinicios_agotados':
      return [makeOption('reiniciar', getPhrase('op_reiniciar_mas', { ids: [decision.id] }))];
    case 'propiedad_incierta':
      return [
        makeOption(`borrar:${decision.id}`, getPhrase('op_borrar', { ids: [decision.id] })),
        decision.huerfana
          ? makeOption('dejar', getPhrase('op_dejar', { ids: [decision.id] }))
          : makeOption('esperar', getPhrase('op_mirar_filas')),
      ];
    case 'no_borrable':
      return [makeOption('esperar', getPhrase('op_releer', { ids: [decision.id] }))];
    case 'duplicacion':
      return [
        makeOption('reiniciar', getPhrase('op_reiniciar_entera', { ids: [decision.id] })),
        makeOption('dejar', getPhrase('op_dejar_doble')),
      ];
    case 'desaparecida':
      return [makeOption('reiniciar', getPhrase('op_todo'))];
    case 'rechazo_sistematico':
      return [makeOption('continuar', getPhrase('op_continuar'))];
    case 'cupon_fallido':
      return [makeOption('reintentar', getPhrase('op_reintentar')), makeOption('excluir', getPhrase('op_excluir'))];
    case 'huerfana_incierta':
      return [makeOption('dejar', getPhrase('op_no_es'))];
    case 'recuperada':
      return [
        ...(decision.propias ? [makeOption('rehacer', getPhrase('op_rehacer', { ids: decision.ids }))] : []),
        makeOption('dejar', getPhrase('op_dejar_recuperada')),
      ];
    default:
      return assertNever(decision);
  }
}
