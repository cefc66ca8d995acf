/** What goes between the program and the thread that writes its cache: the name of a method of `Escribible`, and what it takes. */
import type { Packed } from '../thread-error.ts';
import type { CacheWrites } from './types.ts';

/** `write` is the only one that is not called from afar: its rows are objects (`writeFlat`). */
export type Operacion = Exclude<keyof CacheWrites, 'write'>;

export type WriterRequest =
  | { readonly n: number; readonly que: Operacion; readonly con: readonly unknown[] }
  | { readonly n: number; readonly que: 'cerrar' };

export type WriterResponse =
  | { readonly n: number; readonly ok: true; readonly valor: unknown }
  | { readonly n: number; readonly ok: false; readonly falla: Packed };
