import Database from 'better-sqlite3';
import type { Libro } from '#storage/ledger/index.ts';
import { mundo } from '../app/upload/mundo.ts';
import { correr } from '../faults/corrida.ts';
import { programaDe } from '../faults/programa.ts';
import { formOfEvent } from './event-forms.ts';

const { signal } = new AbortController();
const AUTO = { marcador: 'auto' } as const;
type World = ReturnType<typeof mundo>;
type Forced = Parameters<typeof mundo>[0];

/** A ledger that was restored and not compared yet. */
const restored = (ledger: Libro): Libro => {
  let compared = false;
  return {
    ...ledger,
    restauracion: () => (compared ? null : { hasta: Date.UTC(2026, 10, 2) }),
    restauracionRevisada: () => {
      compared = true;
    },
  };
};

/** A send that the line loses, and a program that stops there: what is unfinished when the ledger is restored. */
async function leaveUnfinished({ uploads, borrador, servicio }: World): Promise<string> {
  const carga = borrador(1);
  const control = new AbortController();
  const enviar = servicio.enviar.bind(servicio);
  servicio.enviar = (...sent) => {
    control.abort();
    return enviar(...sent);
  };
  await uploads.iniciar(carga, AUTO, control.signal);
  servicio.enviar = enviar;
  return carga;
}

/** Neither the header nor the list shows reconciliations in a state, until what this gives is called. */
function hide({ servicio, servidor }: World, estado: 'IMPORTADO' | 'PENDIENTE'): () => void {
  const { ver, listar } = servicio;
  const hidden = (id: string): boolean => servidor.conciliaciones.get(id)?.estado === estado;
  servicio.ver = async (...asked) => (hidden(asked[0]) ? undefined : ver.apply(servicio, asked));
  servicio.listar = async (...asked) => {
    const lista = await listar.apply(servicio, asked);
    return { ...lista, conciliaciones: lista.conciliaciones.filter(({ id }) => !hidden(id)) };
  };
  return () => {
    servicio.ver = ver;
    servicio.listar = listar;
  };
}

async function decide({ uploads }: World, carga: string, clave: string): Promise<void> {
  await uploads.decidir(carga, clave, signal);
}

interface Script {
  readonly forced?: Forced;
  readonly con?: (ledger: Libro) => Libro;
  readonly run: (world: World) => Promise<unknown>;
}

/** What the schedules do not come to, or hardly ever: each is played by hand. */
const SCRIPTS: readonly Script[] = [
  {
    // Given up in the middle: `decidida` with `abandonar`, and what the service shows of it.
    forced: { envios: [{ k: 3, suerte: { que: 'mitad' } }] },
    run: async (world) => {
      const carga = world.borrador(1);
      await world.uploads.iniciar(carga, AUTO, signal);
      await decide(world, carga, 'abandonar');
    },
  },
  {
    // Given up although nothing was asked: `abandonada`.
    run: async (world) => {
      const { servidor, uploads, borrador } = world;
      const aplicar = servidor.aplicar.bind(servidor);
      servidor.aplicar = (cuerpo) =>
        cuerpo.includes('"subir_mas":"false"') ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
      const carga = borrador(1);
      await uploads.iniciar(carga, AUTO, signal);
      await decide(world, carga, 'abandonar');
    },
  },
  {
    // Restored, on a service that says to have no list: every unfinished upload asks.
    con: restored,
    run: async (world) => {
      world.sinLista();
      const carga = world.borrador(1);
      world.ledger.congelar(carga, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      await world.uploads.retomar(carga, signal);
      await decide(world, carga, 'dejar');
    },
  },
  {
    // Restored, and the service has one of somebody's that could be it.
    con: restored,
    run: async (world) => {
      const carga = world.borrador(1);
      world.ledger.congelar(carga, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      world.servidor.ajena([{ fecha_venta: '2026-10-01', importe: '1.00', referencia: 'r 1' }], false);
      await world.uploads.retomar(carga, signal);
      await decide(world, carga, 'dejar');
    },
  },
  {
    // Restored, and the service has ours, by its marker: it is made again.
    con: restored,
    run: async (world) => {
      const carga = world.borrador(1);
      world.ledger.congelar(carga, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      const marked = { fecha_venta: '2026-10-01', importe: '1.00', referencia: 'r 1', auxiliar_5: 'abcdefghij.1' };
      world.servidor.ajena([marked], false);
      await world.uploads.retomar(carga, signal);
      await decide(world, carga, 'rehacer');
    },
  },
  {
    // Gone when everything was sent.
    run: async (world) => {
      const show = hide(world, 'IMPORTADO');
      const carga = world.borrador(1);
      await world.uploads.iniciar(carga, AUTO, signal);
      show();
      await decide(world, carga, 'reiniciar');
    },
  },
  {
    // A first send that is answered with the number of a reconciliation that was there before.
    run: async (world) => {
      const { servicio, servidor, uploads, borrador } = world;
      const id = servidor.ajena([{ fecha_venta: '2026-10-01', importe: '1.00' }], false);
      const enviar = servicio.enviar.bind(servicio);
      let answered = 0;
      servicio.enviar = async (...sent) => {
        const respuesta = await enviar(...sent);
        answered += 1;
        return answered === 1 && respuesta.kind === 'respuesta' ? { ...respuesta, id } : respuesta;
      };
      await uploads.iniciar(borrador(1), AUTO, signal);
    },
  },
  {
    // Too many requests, over and over.
    forced: { envios: Array.from({ length: 7 }, (_, k) => ({ k, suerte: { que: 'rechazo', status: 429 } })) },
    run: ({ uploads, borrador }) => uploads.iniciar(borrador(1), AUTO, signal),
  },
  {
    // An open one is never found: begun again, twice, and then a person.
    run: async (world) => {
      hide(world, 'PENDIENTE');
      await world.uploads.iniciar(world.borrador(1), AUTO, signal);
    },
  },
  {
    // What was ours shows somebody else's rows when it is to be deleted: it is not touched.
    forced: { envios: [{ k: 2, suerte: { que: 'mitad' } }] },
    run: async ({ servicio, servidor, uploads, borrador, salidas }) => {
      const resultado = servicio.resultado.bind(servicio);
      servicio.resultado = async function* (...asked) {
        for await (const pagina of resultado(...asked)) {
          const open = servidor.conciliaciones.get(asked[0])?.estado === 'PENDIENTE';
          const cupones = pagina.cupones.map((one) => ({ ...one, cupon: { referencia: 'ajeno' } }));
          yield open && salidas.length >= 3 ? { ...pagina, cupones } : pagina;
        }
      };
      await uploads.iniciar(borrador(1), AUTO, signal);
    },
  },
  {
    // Without a marker.
    run: ({ uploads, borrador }) => uploads.iniciar(borrador(1), { marcador: 'ninguno' }, signal),
  },
  {
    // A process that died with a send on its way, and was not begun again yet.
    run: leaveUnfinished,
  },
];

interface Kept {
  readonly ledger: Uint8Array;
  readonly forms: ReadonlySet<string>;
}

function formsIn(db: Database.Database): ReadonlySet<string> {
  const rows = db.prepare<[], { kind: string; detail: string }>('SELECT kind, detail FROM event').all();
  return new Set(rows.map(({ kind, detail }) => formOfEvent(kind, detail)));
}

/** As few as have all the forms: always the one that adds most. */
function cover(all: readonly Kept[]): readonly Kept[] {
  const missing = new Set(all.flatMap(({ forms }) => [...forms]));
  const chosen: Kept[] = [];
  while (missing.size > 0) {
    const adds = ({ forms }: Kept): number => [...forms].filter((form) => missing.has(form)).length;
    const best = all.reduce((a, b) => (adds(b) > adds(a) ? b : a));
    for (const form of best.forms) missing.delete(form);
    chosen.push(best);
  }
  return chosen;
}

/**
 * Ledgers, as SQLite serialises them, whose uploads together have an event of every form that the program was seen to write: over schedules of
 * faults, and over what is played by hand.
 */
export async function ledgersOfEveryForm(schedules: number): Promise<readonly Uint8Array[]> {
  const kept: Kept[] = [];
  const seen = new Set<string>();
  const keepIfNew = (db: Database.Database): void => {
    const forms = formsIn(db);
    if ([...forms].every((form) => seen.has(form))) return;
    for (const form of forms) seen.add(form);
    kept.push({ ledger: db.serialize(), forms });
  };
  for (const { forced = {}, con, run } of SCRIPTS) {
    const db = new Database(':memory:');
    await run(mundo(forced, con, db));
    keepIfNew(db);
    db.close();
  }
  for (let seed = 1; seed <= schedules; seed += 1) {
    const forced = seed % 3 === 0 ? { marcador: false } : {};
    await correr(programaDe(seed, seed % 5 === 0 ? 'tarde' : 'dentro', forced), {}, keepIfNew);
  }
  return cover(kept).map(({ ledger }) => ledger);
}
