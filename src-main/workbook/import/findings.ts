/**
 * The findings of an import on their way out of the worker. A file can have several per row, each with its sentence: as objects they would be
 * most of the memory of an import. Packed they are a twentieth, and become objects when the worker and all it held are gone.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Hallazgos } from '#domain/cupones/validate-sheet.ts';

/** The fastest level: the sentences repeat so much that the others hardly make it smaller. */
const LEVEL = 1;

export function packFindings(found: Hallazgos): Uint8Array<ArrayBuffer> {
  // A copy: what zlib gives may be a piece of a buffer that others share, and this one is moved to another thread.
  return new Uint8Array(deflateRawSync(JSON.stringify(found), { level: LEVEL }));
}

/** All the findings of several packs, in order. */
export function unpackFindings(packs: readonly Uint8Array[]): Hallazgos {
  const all = packs.map((pack): Hallazgos => JSON.parse(inflateRawSync(pack).toString('utf8')));
  return { errores: all.flatMap(({ errores }) => errores), avisos: all.flatMap(({ avisos }) => avisos) };
}
