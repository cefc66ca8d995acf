import Database from 'better-sqlite3';
import type { Ledger } from '#storage/ledger/index.ts';
import { createUploadWorld } from '../app/upload/world.ts';
import { runProgram } from '../faults/run.ts';
import { programOf } from '../faults/program.ts';
import { formOfEvent } from './event-forms.ts';

const { signal } = new AbortController();
const AUTO = { marcador: 'auto' } as const;
type World = ReturnType<typeof createUploadWorld>;
type Forced = Parameters<typeof createUploadWorld>[0];

/** A ledger that was restored and not compared yet. */
const restored = (ledger: Ledger): Ledger => {
  let compared = false;
  return {
    ...ledger,
    getRestoration: () => (compared ? null : { hasta: Date.UTC(2026, 10, 2) }),
    markRestorationReviewed: () => {
      compared = true;
    },
  };
};

/** A send that the line loses, and a program that stops there: what is unfinished when the ledger is restored. */
async function leaveUnfinished({ uploads, borrador: draft, servicio: service }: World): Promise<string> {
  const uploadId = draft(1);
  const control = new AbortController();
  const send = service.send.bind(service);
  service.send = (...sent) => {
    control.abort();
    return send(...sent);
  };
  await uploads.start(uploadId, AUTO, control.signal);
  service.send = send;
  return uploadId;
}

/** Neither the header nor the list shows reconciliations in a state, until what this gives is called. */
function hide({ servicio: service, server }: World, status: 'IMPORTADO' | 'PENDIENTE'): () => void {
  const { show: see, list: listAll } = service;
  const hidden = (id: string): boolean => server.conciliaciones.get(id)?.estado === status;
  service.show = async (...asked) => (hidden(asked[0]) ? undefined : see.apply(service, asked));
  service.list = async (...asked) => {
    const list = await listAll.apply(service, asked);
    return { ...list, conciliaciones: list.conciliaciones.filter(({ id }) => !hidden(id)) };
  };
  return () => {
    service.show = see;
    service.list = listAll;
  };
}

async function decide({ uploads }: World, uploadId: string, choice: string): Promise<void> {
  await uploads.decide(uploadId, choice, signal);
}

interface Script {
  readonly forced?: Forced;
  readonly con?: (ledger: Ledger) => Ledger;
  readonly run: (world: World) => Promise<unknown>;
}

/** What the schedules do not come to, or hardly ever: each is played by hand. */
const SCRIPTS: readonly Script[] = [
  {
    // Given up in the middle: `decidida` with `abandonar`, and what the service shows of it.
    forced: { sendings: [{ k: 3, luck: { que: 'mitad' } }] },
    run: async (world) => {
      const uploadId = world.borrador(1);
      await world.uploads.start(uploadId, AUTO, signal);
      await decide(world, uploadId, 'abandonar');
    },
  },
  {
    // Given up although nothing was asked: `abandonada`.
    run: async (world) => {
      const { server, uploads, borrador: draft } = world;
      const apply = server.apply.bind(server);
      server.apply = (body) =>
        body.includes('"subir_mas":"false"') ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
      const uploadId = draft(1);
      await uploads.start(uploadId, AUTO, signal);
      await decide(world, uploadId, 'abandonar');
    },
  },
  {
    // Restored, on a service that says to have no list: every unfinished upload asks.
    con: restored,
    run: async (world) => {
      world.hideList();
      const uploadId = world.borrador(1);
      world.ledger.freeze(uploadId, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      await world.uploads.resume(uploadId, signal);
      await decide(world, uploadId, 'dejar');
    },
  },
  {
    // Restored, and the service has one of somebody's that could be it.
    con: restored,
    run: async (world) => {
      const uploadId = world.borrador(1);
      world.ledger.freeze(uploadId, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      world.server.foreign([{ fecha_venta: '2026-10-01', importe: '1.00', referencia: 'r 1' }], false);
      await world.uploads.resume(uploadId, signal);
      await decide(world, uploadId, 'dejar');
    },
  },
  {
    // Restored, and the service has ours, by its marker: it is made again.
    con: restored,
    run: async (world) => {
      const uploadId = world.borrador(1);
      world.ledger.freeze(uploadId, { ...AUTO, nonce: 'abcdefghij', porTanda: 3 });
      const marked = { fecha_venta: '2026-10-01', importe: '1.00', referencia: 'r 1', auxiliar_5: 'abcdefghij.1' };
      world.server.foreign([marked], false);
      await world.uploads.resume(uploadId, signal);
      await decide(world, uploadId, 'rehacer');
    },
  },
  {
    // Gone when everything was sent.
    run: async (world) => {
      const show = hide(world, 'IMPORTADO');
      const uploadId = world.borrador(1);
      await world.uploads.start(uploadId, AUTO, signal);
      show();
      await decide(world, uploadId, 'reiniciar');
    },
  },
  {
    // A first send that is answered with the number of a reconciliation that was there before.
    run: async (world) => {
      const { servicio: service, server, uploads, borrador: draft } = world;
      const id = server.foreign([{ fecha_venta: '2026-10-01', importe: '1.00' }], false);
      const send = service.send.bind(service);
      let answered = 0;
      service.send = async (...sent) => {
        const response = await send(...sent);
        answered += 1;
        return answered === 1 && response.kind === 'respuesta' ? { ...response, id } : response;
      };
      await uploads.start(draft(1), AUTO, signal);
    },
  },
  {
    // Too many requests, over and over.
    forced: { sendings: Array.from({ length: 7 }, (_, k) => ({ k, luck: { que: 'rechazo', status: 429 } })) },
    run: ({ uploads, borrador: draft }) => uploads.start(draft(1), AUTO, signal),
  },
  {
    // An open one is never found: begun again, twice, and then a person.
    run: async (world) => {
      hide(world, 'PENDIENTE');
      await world.uploads.start(world.borrador(1), AUTO, signal);
    },
  },
  {
    // What was ours shows somebody else's rows when it is to be deleted: it is not touched.
    forced: { sendings: [{ k: 2, luck: { que: 'mitad' } }] },
    run: async ({ servicio: service, server, uploads, borrador: draft, exits }) => {
      const result = service.readResult.bind(service);
      service.readResult = async function* (...asked) {
        for await (const page of result(...asked)) {
          const open = server.conciliaciones.get(asked[0])?.estado === 'PENDIENTE';
          const cupones = page.cupones.map((one) => ({ ...one, cupon: { referencia: 'ajeno' } }));
          yield open && exits.length >= 3 ? { ...page, cupones } : page;
        }
      };
      await uploads.start(draft(1), AUTO, signal);
    },
  },
  {
    // Rows that are not shown while it is open: they are waited for. The program stops in the middle of the wait.
    forced: { sendings: [{ k: 0, luck: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }] },
    run: async ({ server, uploads, borrador: draft }) => {
      const rows = server.readResult.bind(server);
      server.readResult = (c) => (c.estado === 'PENDIENTE' ? [] : rows(c));
      await uploads.start(draft(1), AUTO, signal);
    },
  },
  {
    // Without a marker.
    run: ({ uploads, borrador: draft }) => uploads.start(draft(1), { marcador: 'ninguno' }, signal),
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
    await run(createUploadWorld(forced, con, db));
    keepIfNew(db);
    db.close();
  }
  for (let seed = 1; seed <= schedules; seed += 1) {
    const forced = seed % 3 === 0 ? { marcador: false } : {};
    await runProgram(programOf(seed, seed % 5 === 0 ? 'tarde' : 'dentro', forced), {}, keepIfNew);
  }
  return cover(kept).map(({ ledger }) => ledger);
}
