import type { Fase, Maquina, Mono } from './maquina.ts';
import { conEventos, pedirDecision, type Paso } from './paso.ts';
import type { Diagnostico } from './tipos.ts';

const ESPERAS = 5;
const ESPERA_MAXIMA_MS = 60_000;
const ESPERA_DEL_TOKEN_MS = 2_000;

/** After so many coupons refused one by one with nothing ever applied, it is not the coupons. */
const RECHAZOS_SEGUIDOS = 5;

/**
 * Why a send was refused, once a reading has shown that nothing was stored: token age (renew, send again), size (halve), then one coupon
 * alone, which becomes refused (docs/upload.md, "What an answer means").
 */
export function diagnosticar(m: Maquina, fase: Extract<Fase, { state: 'REFUSED' }>, mono: Mono): Paso {
  const diagnostico = causa(m, fase);
  const paso = conEventos(m, mono, { kind: 'no_aplicado', prueba: 'rechazo', diagnostico });
  const n = paso.maquina;
  if (diagnostico.que === 'cupon' && n.tandas === 0 && n.rechazosSeguidos >= RECHAZOS_SEGUIDOS) {
    const pedida = pedirDecision(n, mono, { tipo: 'rechazo_sistematico', detalle: fase.detalle });
    return { eventos: [...paso.eventos, ...pedida.eventos], maquina: pedida.maquina };
  }
  return paso;
}

function causa(m: Maquina, { envio, status, retryAfterMs, detalle }: Extract<Fase, { state: 'REFUSED' }>): Diagnostico {
  if (status === 401 || status === 403 || status === 419) {
    if (!m.renovado) return { que: 'token' };
    // The header was read with the new token: a service may take a moment to know it everywhere.
    const unaVezMas = status !== 403 && m.esperas === 0;
    return unaVezMas ? { que: 'espera', ms: ESPERA_DEL_TOKEN_MS } : { que: 'detener', codigo: 'TOKEN_RECHAZADO' };
  }
  if (status === 429) {
    const ms = retryAfterMs ?? 2 ** m.esperas * 1_000;
    return m.esperas >= ESPERAS || ms > ESPERA_MAXIMA_MS
      ? { que: 'detener', codigo: 'DEMASIADOS_PEDIDOS' }
      : { que: 'espera', ms };
  }
  // One coupon is not too large: a 413 for it may pass, and is not believed at once.
  if ((status !== 413 || envio.cupones === 1) && !m.renovado) return { que: 'token' };
  if (envio.cupones > 1) return { que: 'tamano', tamano: Math.ceil(envio.cupones / 2) };
  // Too large says nothing of how numbers are written; and what is learnt of that drops leading zeros from then on.
  if (
    status !== 413 &&
    envio.conNumeros &&
    m.numeros === 'texto' &&
    m.aprendido.numeros === null &&
    !m.numerosIntentado
  ) {
    return { que: 'numeros' };
  }
  return { que: 'cupon', seq: envio.desde, detalle };
}
