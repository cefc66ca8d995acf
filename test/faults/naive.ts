import type { Breakage } from './run.ts';
import { canonicalText } from '#domain/cupon.ts';
import { buildTandaBody } from '#domain/upload/index.ts';

/** The loop that anybody would write first: it sends each batch until the server says yes, three times at most, and goes on. */
export const sendNaively: NonNullable<Breakage['conductor']> = async (service, cupones, programa) => {
  const { signal } = new AbortController();
  let id = '0';
  for (let i = 0; i < cupones.length; i += programa.porTanda) {
    const tanda = cupones.slice(i, i + programa.porTanda).map(canonicalText);
    const subirMas = i + programa.porTanda < cupones.length;
    for (let turn = 0; turn < 3; turn += 1) {
      const cuerpo = buildTandaBody(tanda, { id, subirMas, numeros: programa.rasgos.numeros });
      const respuesta = await service.send(new TextEncoder().encode(cuerpo), signal);
      if (respuesta.kind !== 'respuesta' || !respuesta.estado) continue;
      id = id === '0' ? respuesta.id : id;
      break;
    }
  }
};
