import { assertNever } from '../assert-never.ts';
import { aplicar } from './aplicar.ts';
import { reposo, type Maquina, type Mono } from './maquina.ts';
import type { Decision, Envio } from './tipos.ts';

export interface Opcion {
  readonly clave: string;
  readonly texto: string;
}

const ABANDONAR: Opcion = {
  clave: 'abandonar',
  texto: 'Abandonar: no se envía nada más y se muestra lo que tiene el servicio.',
};

/** What a person reads: the question, and every answer with what it means. `abandonar` is always there. */
export function describir(decision: Decision): { readonly pregunta: string; readonly opciones: readonly Opcion[] } {
  return { pregunta: preguntaDe(decision), opciones: [...opcionesDe(decision), ABANDONAR] };
}

function preguntaDe(decision: Decision): string {
  switch (decision.tipo) {
    case 'primero_incierto':
      return decision.candidatas.length === 0
        ? 'El primer envío quedó sin respuesta y este servicio no muestra las conciliaciones abiertas: no se puede saber si lo tomó.'
        : `El primer envío quedó sin respuesta y apareció una conciliación que puede ser la nuestra (${decision.candidatas.join(', ')}), pero no hay prueba.`;
    case 'cierre_crecido':
      return `La conciliación ${decision.id} creció con el último envío, pero sigue abierta: el servicio no la cerró.`;
    case 'reinicios_agotados':
      return `La conciliación ${decision.id} volvió a quedar distinta de lo enviado, después de dos comienzos nuevos.`;
    case 'propiedad_incierta':
      return `Hay que borrar la conciliación ${decision.id} para empezar de nuevo, pero el servicio no muestra sus filas y no se puede probar que siga siendo la nuestra.`;
    case 'no_borrable':
      return `La conciliación ${decision.id} no quedó como se esperaba. La tomaste como propia sin prueba, así que no se borra sola.`;
    case 'duplicacion':
      return `El servicio tiene cupones de más en la conciliación ${decision.id}: ${String(decision.sobran)}.`;
    case 'desaparecida':
      return `La conciliación ${decision.id} ya no está en el servicio: alguien la borró después de cerrarla.`;
    case 'rechazo_sistematico':
      return 'El servicio rechazó uno por uno los primeros cupones. Puede ser un problema de todo el archivo.';
    case 'huerfana_incierta':
      return `Hay una conciliación que puede ser un envío nuestro de más (${decision.ids.join(', ')}), pero no se pudo probar o borrar.`;
    case 'recuperada':
      return (
        `El registro de envíos se recuperó de una copia, y el servicio tiene ${nombrar(decision.ids)} que no figura en él. ` +
        (decision.propias ? 'Es de esta misma carga, enviada después de la copia.' : 'Puede ser esta misma carga.')
      );
    default:
      return assertNever(decision);
  }
}

const nombrar = (ids: readonly string[]): string =>
  ids.length === 1 ? `la conciliación ${ids.join()}` : `las conciliaciones ${ids.join(', ')}`;

function opcionesDe(decision: Decision): readonly Opcion[] {
  switch (decision.tipo) {
    case 'primero_incierto':
      return [
        ...decision.candidatas.map((id) => ({
          clave: `adoptar:${id}`,
          texto: `La ${id} es la nuestra: seguir en ella. No se va a borrar nunca sola.`,
        })),
        {
          clave: 'reenviar',
          texto:
            'No llegó: enviarlo otra vez. Si sí había llegado, queda una conciliación de un cupón para borrar a mano.',
        },
      ];
    case 'cierre_crecido':
      return [
        { clave: 'esperar', texto: 'Esperar: volver a mirar si el servicio la cerró.' },
        { clave: 'reiniciar', texto: `Borrar la ${decision.id} y empezar de nuevo.` },
      ];
    case 'reinicios_agotados':
      return [{ clave: 'reiniciar', texto: `Borrar la ${decision.id} y empezar de nuevo una vez más.` }];
    case 'propiedad_incierta':
      return [
        { clave: `borrar:${decision.id}`, texto: `Es la nuestra: borrar la ${decision.id} y seguir.` },
        decision.huerfana
          ? { clave: 'dejar', texto: `Dejar la ${decision.id} como está y seguir con la carga.` }
          : { clave: 'esperar', texto: 'Volver a mirar si ahora se ven sus filas.' },
      ];
    case 'no_borrable':
      return [
        {
          clave: 'esperar',
          texto: `Volver a leerla y seguir si ahora coincide, o empezar de nuevo si la borraste con «conciliaciones borrar ${decision.id}».`,
        },
      ];
    case 'duplicacion':
      return [
        { clave: 'reiniciar', texto: `Borrar la ${decision.id} entera y empezar de nuevo.` },
        { clave: 'dejar', texto: 'Dejarla como está y tomar este resultado.' },
      ];
    case 'desaparecida':
      return [{ clave: 'reiniciar', texto: 'Enviar todo de nuevo, en una conciliación nueva.' }];
    case 'rechazo_sistematico':
      return [{ clave: 'continuar', texto: 'Seguir probando con los demás cupones.' }];
    case 'huerfana_incierta':
      return [{ clave: 'dejar', texto: 'No es de esta carga, o la voy a borrar a mano: seguir.' }];
    case 'recuperada':
      return [
        ...(decision.propias
          ? [{ clave: 'rehacer', texto: `Borrar ${nombrar(decision.ids)} y terminar la carga desde acá.` }]
          : []),
        {
          clave: 'dejar',
          texto:
            'Dejar lo que tiene el servicio y seguir con esta carga desde donde dice el registro. Si es la misma, queda dos veces.',
        },
      ];
    default:
      return assertNever(decision);
  }
}

/** True when the answer is one of those offered. */
export const esOpcion = (decision: Decision, clave: string): boolean =>
  describir(decision).opciones.some((opcion) => opcion.clave === clave);

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
