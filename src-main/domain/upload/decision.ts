import { assertNever } from '../assert-never.ts';
import { enCastellano, frase, type Frase } from '../frase.ts';
import type { Decision } from './tipos.ts';

/** An answer that a person can give, with what it means: for the command line in Spanish, for a screen by its code. */
export interface Opcion {
  readonly clave: string;
  readonly texto: string;
  readonly frase: Frase;
}

/** What a person reads: the question, and every answer with what it means. */
export interface Descripcion {
  readonly pregunta: string;
  readonly frase: Frase;
  readonly opciones: readonly Opcion[];
}

export const opcion = (clave: string, dicha: Frase): Opcion => ({ clave, texto: enCastellano(dicha), frase: dicha });

export const descripcion = (dicha: Frase, opciones: readonly Opcion[]): Descripcion => ({
  pregunta: enCastellano(dicha),
  frase: dicha,
  opciones,
});

/** `abandonar` is always there. */
export const describir = (decision: Decision): Descripcion =>
  descripcion(preguntaDe(decision), [...opcionesDe(decision), opcion('abandonar', frase('op_abandonar'))]);

function preguntaDe(decision: Decision): Frase {
  switch (decision.tipo) {
    case 'primero_incierto':
      return decision.candidatas.length === 0 ? frase('mudo') : frase('candidatas', { ids: decision.candidatas });
    case 'cierre_crecido':
      return frase('crecio', { ids: [decision.id] });
    case 'reinicios_agotados':
      return frase('distinta', { ids: [decision.id] });
    case 'propiedad_incierta':
      return frase('propiedad', { ids: [decision.id] });
    case 'no_borrable':
      return frase('no_borrable', { ids: [decision.id] });
    case 'duplicacion':
      return frase('de_mas', { ids: [decision.id], n: decision.sobran });
    case 'desaparecida':
      return frase('desaparecida', { ids: [decision.id] });
    case 'rechazo_sistematico':
      return frase('rechazo');
    case 'huerfana_incierta':
      return frase('huerfana', { ids: decision.ids });
    case 'recuperada':
      if (decision.ids.length === 0) return frase('recuperada_sin_lista');
      return frase(decision.propias ? 'recuperada_propia' : 'recuperada', { ids: decision.ids });
    default:
      return assertNever(decision);
  }
}

function opcionesDe(decision: Decision): readonly Opcion[] {
  switch (decision.tipo) {
    case 'primero_incierto':
      return [
        ...decision.candidatas.map((id) => opcion(`adoptar:${id}`, frase('op_adoptar', { ids: [id] }))),
        opcion('reenviar', frase('op_reenviar')),
      ];
    case 'cierre_crecido':
      return [
        opcion('esperar', frase('op_esperar_cierre')),
        opcion('reiniciar', frase('op_reiniciar', { ids: [decision.id] })),
      ];
    case 'reinicios_agotados':
      return [opcion('reiniciar', frase('op_reiniciar_mas', { ids: [decision.id] }))];
    case 'propiedad_incierta':
      return [
        opcion(`borrar:${decision.id}`, frase('op_borrar', { ids: [decision.id] })),
        decision.huerfana
          ? opcion('dejar', frase('op_dejar', { ids: [decision.id] }))
          : opcion('esperar', frase('op_mirar_filas')),
      ];
    case 'no_borrable':
      return [opcion('esperar', frase('op_releer', { ids: [decision.id] }))];
    case 'duplicacion':
      return [
        opcion('reiniciar', frase('op_reiniciar_entera', { ids: [decision.id] })),
        opcion('dejar', frase('op_dejar_doble')),
      ];
    case 'desaparecida':
      return [opcion('reiniciar', frase('op_todo'))];
    case 'rechazo_sistematico':
      return [opcion('continuar', frase('op_continuar'))];
    case 'huerfana_incierta':
      return [opcion('dejar', frase('op_no_es'))];
    case 'recuperada':
      return [
        ...(decision.propias ? [opcion('rehacer', frase('op_rehacer', { ids: decision.ids }))] : []),
        opcion('dejar', frase(decision.ids.length === 0 ? 'op_dejar_sin_lista' : 'op_dejar_recuperada')),
      ];
    default:
      return assertNever(decision);
  }
}

/** True when the answer is one of those offered. */
export const esOpcion = (decision: Decision, clave: string): boolean =>
  describir(decision).opciones.some((cada) => cada.clave === clave);
