import { fueraDe, planear } from './plan.ts';
import { esVuelta } from './sospechas.ts';
import type { Maquina } from './maquina.ts';
import type { Envio, EnvioTipo, Evento } from './tipos.ts';

/** An event and when it was written (epoch ms). */
export interface Fechado {
  readonly at: number;
  readonly evento: Evento;
}

export type TandaEstado =
  /** The service has it; `prueba` says how that is known. */
  | 'confirmada'
  | 'enviando'
  /** Its answer was lost or was a refusal: whether it arrived is being read. */
  | 'comprobando'
  /** Its only coupon was refused: it is not in the reconciliation. */
  | 'rechazada'
  | 'en_espera';

/** One send of an upload, made or to be made. */
export interface Tanda {
  readonly tipo: EnvioTipo;
  readonly generacion: number;
  readonly desde: number;
  readonly hasta: number;
  /** Fewer than the range where some were refused before. */
  readonly cupones: number;
  readonly estado: TandaEstado;
  readonly prueba: 'respuesta' | 'marcador' | 'encabezado' | 'persona' | null;
  /** The reconciliation; null before the first send is confirmed. */
  readonly id: string | null;
  /** What the service said it had just before; null where that was not asked. */
  readonly antes: number | null;
  /** When it was confirmed or refused, else when it was last sent; null while it waits. */
  readonly at: number | null;
}

/**
 * The sends of an upload in their order, as its events tell them, and those that are still to be made as they are planned now (docs/upload.md, 2–4).
 * Only of the generation that counts: what was deleted to begin again is not here.
 */
export function tandasDe(historia: readonly Fechado[], m: Maquina): readonly Tanda[] {
  const hechas: Tanda[] = [];
  const cambiar = (como: Partial<Tanda>): void => {
    const ultima = hechas.pop();
    if (ultima !== undefined) hechas.push({ ...ultima, ...como });
  };
  for (const { at, evento } of historia) {
    if (evento.kind === 'intento') {
      // Planned again, as it was or in pieces.
      if (hechas.at(-1)?.estado === 'en_espera') hechas.pop();
      hechas.push(enviada(evento.envio, at));
    } else if (evento.kind === 'perdida' || evento.kind === 'rechazo') cambiar({ estado: 'comprobando' });
    else if (evento.kind === 'aplicado') {
      cambiar({ estado: 'confirmada', prueba: evento.prueba, id: evento.id, at });
    } else if (evento.kind === 'no_aplicado') {
      cambiar({ estado: evento.diagnostico.que === 'cupon' ? 'rechazada' : 'en_espera', at });
    }
  }
  const ultima = hechas.at(-1);
  // What no event of its own says was decided by a person. Only of an opening send: one that is sent once more was passed by before.
  if (ultima !== undefined && isOpen(ultima) && ultima.id === null && m.siguiente > ultima.hasta)
    cambiar({ estado: 'confirmada', prueba: 'persona', id: m.id });
  const fuera = new Set(m.rechazados);
  // Left out for a while, and sent again since: what the service failed for was not it.
  const deNuevo = ({ estado, desde }: Tanda): boolean => estado === 'rechazada' && !fuera.has(desde);
  const deEsta = hechas.filter(
    (tanda) => tanda.generacion === m.generacion && tanda.estado !== 'en_espera' && !deNuevo(tanda),
  );
  const todas = [...deEsta, ...porHacer(m, deEsta.at(-1))];
  // Of a coupon that is sent once more, its last send alone.
  const ultimas = new Map(todas.map((tanda, i) => [tanda.desde, i]));
  return todas.filter(({ estado, desde }, i) => estado !== 'rechazada' || ultimas.get(desde) === i);
}

const enviada = ({ tipo, generacion, desde, hasta, cupones, id, antes }: Envio, at: number): Tanda => ({
  tipo,
  generacion,
  desde,
  hasta,
  cupones,
  estado: 'enviando',
  prueba: null,
  id: id === '0' ? null : id,
  antes: antes?.total ?? null,
  at,
});

const isOpen = ({ estado }: Tanda): boolean => estado === 'enviando' || estado === 'comprobando';

function* porHacer(m: Maquina, ultima: Tanda | undefined): Generator<Tanda> {
  if (m.cerrada || m.fase.state === 'ABANDONED') return;
  const abierta = ultima !== undefined && isOpen(ultima);
  let plan: Maquina = abierta ? despuesDe(m, ultima) : m;
  while (plan.siguiente <= plan.total) {
    const siguiente = planear(plan);
    if (siguiente.tipo !== 'envio') return;
    const { tipo, generacion, desde, hasta } = siguiente.envio;
    const rechazados = new Set(fueraDe(plan, { desde }));
    let cupones = 0;
    for (let seq = desde; seq <= hasta; seq += 1) if (!rechazados.has(seq)) cupones += 1;
    yield {
      tipo,
      generacion,
      desde,
      hasta,
      cupones,
      estado: 'en_espera',
      prueba: null,
      id: null,
      antes: null,
      at: null,
    };
    plan = despuesDe(plan, { desde, hasta });
  }
}

/** What is left to plan once that was sent. */
const despuesDe = (m: Maquina, { desde, hasta }: Pick<Tanda, 'desde' | 'hasta'>): Maquina => ({
  ...m,
  siguiente: Math.max(m.siguiente, hasta + 1),
  vueltos: esVuelta(m, { desde }) ? [...m.vueltos, desde] : m.vueltos,
  id: m.id ?? '',
});
