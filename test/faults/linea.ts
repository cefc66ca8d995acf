import type Database from 'better-sqlite3';
import type { Evento } from '#domain/upload/index.ts';
import type { Programa } from './programa.ts';
import type { Reloj } from './reloj.ts';
import type { Servidor } from './servidor.ts';
import type { Transporte } from './transporte.ts';

interface Linea {
  readonly db: Database.Database;
  readonly programa: Programa;
  readonly servidor: Servidor;
  readonly reloj: Reloj;
  readonly transporte: () => Transporte;
  /** A person said to send again: then what arrives twice is theirs. */
  readonly reenvios: () => number;
  readonly fallas: string[];
}

const CIERRAN = new Set<Evento['kind']>([
  'aplicado',
  'no_aplicado',
  'borrada',
  'reinicio',
  'decision_pedida',
  'abandonada',
]);

/** I1 to I5 as the line sees them: what leaves, against what the disk says at that instant and what the server really holds. */
export function vigilar({ db, programa, servidor, reloj, transporte, reenvios, fallas }: Linea) {
  const cuerpos = new Map<string, { readonly cuerpo: string; readonly desde: number }>();
  const leer = db.prepare('SELECT carga, detail FROM event ORDER BY carga, n');
  return (que: 'envio' | 'borrado', dato: string): void => {
    const porCarga = new Map<number, Evento[]>();
    for (const fila of leer.all() as { carga: number; detail: string }[]) {
      const lista = porCarga.get(fila.carga) ?? [];
      lista.push(JSON.parse(fila.detail) as Evento);
      porCarga.set(fila.carga, lista);
    }
    const sinDesenlace = [...porCarga.values()].reduce((n, eventos) => n + abiertos(eventos), 0);
    if (sinDesenlace > 1) fallas.push(`I2: ${String(sinDesenlace)} intentos abiertos en la cuenta`);
    const ultimos = [...porCarga.values()].map((eventos) => eventos.findLast((evento) => evento.kind !== 'reanudada'));
    if (que === 'borrado') {
      const escrito = ultimos.some(
        (evento) =>
          (evento?.kind === 'decidida' && evento.clave === `borrar:${dato}`) ||
          (evento?.kind === 'intento_borrar' && evento.id === dato),
      );
      if (!escrito) fallas.push(`I1: se borra ${dato} sin intento`);
      return;
    }
    const { id } = JSON.parse(dato) as { id: string };
    const [carga, intento] = [...porCarga]
      .map(([n, eventos]) => [n, eventos.findLast((evento) => evento.kind !== 'reanudada')] as const)
      .find(([, evento]) => evento?.kind === 'intento' && evento.envio.id === id) ?? [0, undefined];
    if (intento?.kind !== 'intento') {
      fallas.push(
        `I1: sale un envío y lo último en disco es ${ultimos.map((evento) => evento?.kind ?? 'nada').join()}`,
      );
      return;
    }
    const clave = `${String(carga)}/${String(intento.envio.generacion)}/${String(intento.envio.n)}`;
    const previo = cuerpos.get(clave);
    if (previo !== undefined && previo.cuerpo !== dato) fallas.push(`I4: la tanda ${clave} cambió sus bytes`);
    // A first send has the same bytes in every generation: what an earlier one left behind says nothing of this one.
    const desde = previo?.desde ?? reloj.t;
    cuerpos.set(clave, { cuerpo: dato, desde });
    if (programa.familia !== 'dentro' || !programa.marcador) return;
    const vivo = servidor.tomados.some(
      ({ cuerpo, en, t }) => cuerpo === dato && t >= desde && !en.muriendo && servidor.conciliaciones.get(en.id) === en,
    );
    if (previo !== undefined && reenvios() === 0 && (vivo || transporte().enCamino.has(dato))) {
      fallas.push('I3: se envía otra vez lo que llegó o puede llegar');
    }
    if (id === '0') revisarAusencias(porCarga.get(carga) ?? []);
  };

  /** I5: what the ledger calls absent must be absent, and a baseline must hold all that the list showed. */
  function revisarAusencias(eventos: readonly Evento[]): void {
    const base = eventos.findLast((evento) => evento.kind === 'base');
    const faltan = servidor.visibles().filter((c) => base?.kind !== 'base' || !base.ids.includes(c.id));
    if (faltan.length > 0) fallas.push(`I5: la base no tiene ${faltan.map((c) => c.id).join(', ')}`);
    if (programa.rasgos.idsReusados) return;
    for (const evento of eventos) {
      if (evento.kind !== 'borrada' || evento.prueba !== 'ausente') continue;
      const c = servidor.conciliaciones.get(evento.id);
      if (c?.nuestra === true && !c.muriendo) fallas.push(`I5: la ${evento.id} se dio por ausente y está`);
    }
  }
}

/** Sends or deletes without an outcome yet. */
function abiertos(eventos: readonly Evento[]): number {
  let n = 0;
  for (const evento of eventos) {
    if (CIERRAN.has(evento.kind)) n = 0;
    else if (evento.kind === 'intento' || (evento.kind === 'intento_borrar' && n === 0)) n += 1;
  }
  return n;
}
