import type { Averia } from './corrida.ts';
import { canonicalText } from '#domain/cupon.ts';
import { cuerpoDeTanda } from '#domain/upload/index.ts';

/** The loop that anybody would write first: send each batch until the server says yes, three times at most, and go on. */
export const ingenuo: NonNullable<Averia['conductor']> = async (servicio, cupones, programa) => {
  const { signal } = new AbortController();
  let id = '0';
  for (let i = 0; i < cupones.length; i += programa.porTanda) {
    const tanda = cupones.slice(i, i + programa.porTanda).map(canonicalText);
    const subirMas = i + programa.porTanda < cupones.length;
    for (let vez = 0; vez < 3; vez += 1) {
      const cuerpo = cuerpoDeTanda(tanda, { id, subirMas, numeros: programa.rasgos.numeros });
      const respuesta = await servicio.enviar(new TextEncoder().encode(cuerpo), signal);
      if (respuesta.kind !== 'respuesta' || !respuesta.estado) continue;
      id = id === '0' ? respuesta.id : id;
      break;
    }
  }
};
