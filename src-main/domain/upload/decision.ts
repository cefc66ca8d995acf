import { assertNever } from '../assert-never.ts';
import { enCastellano, frase, type Frase } from '../frase.ts';
import { aplicar } from './aplicar.ts';
import { reposo, type Maquina, type Mono } from './maquina.ts';
import type { Decision, Envio } from './tipos.ts';

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
        opcion('dejar', frase('op_dejar_recuperada')),
      ];
    default:
      return assertNever(decision);
  }
}

/** True when the answer is one of those offered. */
export const esOpcion = (decision: Decision, clave: string): boolean =>
  describir(decision).opciones.some((cada) => cada.clave === clave);

/** The state after a person's answer, which was checked to be one of the options. */
export function resolver(m: Maquina, clave: string, mono: Mono): Maquina {
  if (m.fase.state !== 'NEEDS_DECISION') return m;
  const { decision, envio } = m.fase;
  const [verbo = '', id = ''] = clave.split(/:(.*)/s);
  const n: Maquina = { ...m, noAplicados: 0, esperas: 0, renovado: false };
  switch (verbo) {
    case 'abandonar':
      return { ...n, fase: { state: 'ABANDONED' } };
    case 'adoptar':
      return aplicar(n, { kind: 'aplicado', id, prueba: 'persona', contadores: null, huerfanas: [] }, mono);
    case 'reenviar':
      return aplicar(n, { kind: 'no_aplicado', prueba: 'persona', diagnostico: { que: 'repetir' } }, mono);
    case 'continuar':
      return { ...n, rechazosSeguidos: 0, fase: reposo(n, mono) };
    case 'reiniciar':
      return aplicar(
        { ...n, permitidos: n.permitidos + 1 },
        { kind: 'reinicio', motivo: decision.tipo === 'duplicacion' ? 'duplicada' : 'a_pedido' },
        mono,
      );
    case 'borrar':
      return {
        ...n,
        permitidos: n.permitidos + 1,
        fase: { state: 'RESTARTING', id, paso: 'ver', hasta: mono, confirmada: true },
      };
    case 'dejar': {
      if (decision.tipo === 'duplicacion') return dejarDoblada(n, decision.sobran);
      const sin = dejar(n, decision, mono);
      return decision.tipo === 'recuperada' && envio !== null ? otraVez(sin, envio, mono) : sin;
    }
    case 'rehacer': {
      const con = { ...n, huerfanas: [...n.huerfanas, ...(decision.tipo === 'recuperada' ? decision.ids : [])] };
      return envio === null ? { ...con, fase: reposo(con, mono) } : otraVez(con, envio, mono);
    }
    case 'esperar':
      if (decision.tipo === 'cierre_crecido' && envio !== null) return otraVez(n, envio, mono);
      if (decision.tipo === 'propiedad_incierta') {
        return { ...n, fase: { state: 'RESTARTING', id: decision.id, paso: 'ver', hasta: mono } };
      }
      return { ...n, fase: reposo(n, mono) };
    default:
      throw new Error(`Unknown answer: ${clave}`);
  }
}

/** A send whose outcome nobody knows is read for again. */
function otraVez(m: Maquina, envio: Envio, mono: Mono): Maquina {
  const vence = mono + m.ajustes.tardanzaMs;
  return { ...m, fase: { state: 'UNKNOWN', envio, vence, hasta: mono, candidatas: [], leida: mono } };
}

/** What is too many stays. Where some answer was lost, what it may have left elsewhere is looked for all the same (UPLOAD.md, 7). */
function dejarDoblada(m: Maquina, sobran: number): Maquina {
  const n = { ...m, aceptados: sobran };
  return m.ultimaPerdida === null
    ? { ...n, fase: { state: 'CLOSING' } }
    : { ...n, fase: { state: 'LATE_AUDIT', hasta: m.ultimaPerdida + m.ajustes.tardanzaMs } };
}

function dejar(m: Maquina, decision: Decision, mono: Mono): Maquina {
  const dejadas =
    decision.tipo === 'propiedad_incierta'
      ? [decision.id]
      : decision.tipo === 'huerfana_incierta' || decision.tipo === 'recuperada'
        ? decision.ids
        : [];
  const n: Maquina = {
    ...m,
    huerfanas: m.huerfanas.filter((id) => !dejadas.includes(id)),
    descartadas: [...m.descartadas, ...dejadas],
  };
  return { ...n, fase: reposo(n, mono) };
}
