/** The messages between the program and the thread that writes its cache: the name of a method of `CacheWrites`, and its parameters. */
import type { Packed } from '../thread-error.ts';
import type { CacheWrites } from './types.ts';

/** `write` alone is not called across threads: its rows are objects (`writeFlat` takes flat ones). */
export type Operacion = Exclude<keyof CacheWrites, 'write'>;

export type WriterRequest =
  | { readonly n: number; readonly que: Operacion; readonly con: readonly unknown[] }
  | { readonly n: number; readonly que: 'cerrar' };

export type WriterResponse =
  | { readonly n: number; readonly ok: true; readonly valor: unknown }
  | { readonly n: number; readonly ok: false; readonly falla: Packed };
