import type { Breakage } from './run.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { buildTandaBody } from '#domain/upload/body.ts';

/** The loop that anybody would write first: it sends each batch until the server says yes, three times at most, and goes on. */
export const sendNaively: NonNullable<Breakage['conductor']> = async (service, cupones, program) => {
  const { signal } = new AbortController();
  let id = '0';
  for (let i = 0; i < cupones.length; i += program.porTanda) {
    const tanda = cupones.slice(i, i + program.porTanda).map(toCanonicalText);
    const addMore = i + program.porTanda < cupones.length;
    for (let turn = 0; turn < 3; turn += 1) {
      const body = buildTandaBody(tanda, { id, subirMas: addMore, numeros: program.rasgos.numeros });
      const answer = await service.send(new TextEncoder().encode(body), signal);
      if (answer.kind !== 'respuesta' || !answer.estado) continue;
      id = id === '0' ? answer.id : id;
      break;
    }
  }
};
