import { existsSync } from 'node:fs';
import type { Clock } from '#domain/clock.ts';
import type { Dicho } from '#domain/dicho.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { abrirLibro, type Libro } from '#storage/ledger/index.ts';
import type { Cuenta } from '../accounts/account.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly random: () => number;
  /** A sentence for the person: a ledger that had to be restored, and what was lost. */
  readonly onAviso: (texto: string, dicho?: Dicho) => void;
}

/** The ledgers of this process, one per account, opened when first needed. */
export interface Libros {
  /** The ledger of an account, made when there is none yet. */
  abrir(cuenta: Cuenta): Promise<Libro>;
  /** The ledger of an account; undefined when nothing was ever uploaded with it: reading makes no file. */
  existente(cuenta: Cuenta): Promise<Libro | undefined>;
  cerrar(): void;
}

/** How often open ledgers are looked at: one whose last copy is a day old is copied, also while nobody does anything. */
const RONDA_MS = 3_600_000;

export function crearLibros({ datos, clock, random, onAviso }: Deps): Libros {
  const open = new Map<string, Libro>();
  let vida = new AbortController();
  let rondas: Promise<void> | undefined;

  const otraRonda = (signal: AbortSignal): Promise<boolean> =>
    clock.sleep(RONDA_MS, signal).then(
      () => !signal.aborted,
      () => false, // closed: the only thing that ends a sleep early
    );
  /** Whatever keeps a copy from being made the ledger says by itself. */
  async function rondar(signal: AbortSignal): Promise<void> {
    while (await otraRonda(signal)) {
      for (const libro of open.values()) await libro.copiaDiaria();
    }
  }
  const abrir = async (cuenta: Cuenta): Promise<Libro> => {
    const known = open.get(cuenta.id);
    if (known !== undefined) return known;
    const { carpeta, ledger } = datos.cuenta(cuenta.id);
    await ensureFolder(carpeta);
    const libro = await abrirLibro(ledger, { clock, random, onAviso });
    open.set(cuenta.id, libro);
    rondas ??= rondar(vida.signal);
    return libro;
  };
  const existente = async (cuenta: Cuenta): Promise<Libro | undefined> =>
    existsSync(datos.cuenta(cuenta.id).ledger) ? abrir(cuenta) : undefined;
  return {
    abrir,
    existente,
    cerrar: () => {
      vida.abort();
      vida = new AbortController();
      rondas = undefined;
      for (const libro of open.values()) libro.close();
      open.clear();
    },
  };
}
