import type { Disposicion } from '#domain/conciliacion.ts';
import type { Conteo, Envio, Evento, Maquina } from '#domain/upload/index.ts';
import type { Tramo } from '#storage/ledger/index.ts';

const CERO: Conteo = { total: 0, nuevos: 0, existentes: 0, error: 0 };

/** The sends of the present generation that were applied, in order. */
function aplicados(eventos: readonly Evento[], generacion: number): readonly Envio[] {
  const envios: Envio[] = [];
  let ultimo: Envio | null = null;
  for (const evento of eventos) {
    if (evento.kind === 'intento') ultimo = evento.envio;
    const adoptada = evento.kind === 'decidida' && evento.clave.startsWith('adoptar:');
    if ((evento.kind === 'aplicado' || adoptada) && ultimo !== null) {
      if (ultimo.generacion === generacion) envios.push(ultimo);
      ultimo = null;
    }
  }
  return envios;
}

/**
 * What a coupon that the result does not show becomes: existing or refused only where its whole batch was (the counts before and after
 * it say 0 or n), refused when it was refused alone, not sent when no applied send holds it (I7).
 */
export function tramosDe(m: Maquina, eventos: readonly Evento[]): readonly Tramo[] {
  const tramos: Tramo[] = [{ desde: m.siguiente, hasta: m.total, disposicion: 'no_enviado' }];
  const envios = aplicados(eventos, m.generacion);
  const lectura = m.ultimaLectura?.lectura;
  const ultimo = lectura?.encabezado ?? null;
  // With rows too many, a growth may have been somebody else's turn: the counts of a batch say nothing of its coupons then.
  const cuentan = lectura === undefined || lectura.sobran === 0;
  envios.forEach((envio, i) => {
    const antes = envio.antes ?? CERO;
    const despues = envios[i + 1]?.antes ?? (i === envios.length - 1 ? ultimo : null);
    // Of a batch that nothing was counted before, what is counted after it says nothing.
    const sinAntes = envio.antes === null && envio.id !== '0';
    const disposicion = despues === null || sinAntes ? null : enBloque(antes, despues, envio.cupones);
    const { desde, hasta } = envio;
    if (cuentan && disposicion !== null) tramos.push({ desde, hasta, disposicion });
    // One that was left out of a range and sent after it is not what the range became.
    else if (desde < (envios[i - 1]?.hasta ?? 0)) tramos.push({ desde, hasta, disposicion: 'no_informado' });
  });
  for (const seq of m.rechazados) tramos.push({ desde: seq, hasta: seq, disposicion: 'rechazado' });
  return tramos;
}

function enBloque(antes: Conteo, despues: Conteo, n: number): Disposicion | null {
  const existentes = despues.existentes - antes.existentes;
  const error = despues.error - antes.error;
  if (existentes === n && error === 0) return 'existente';
  return error === n && existentes === 0 ? 'rechazado' : null;
}
