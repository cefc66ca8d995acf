/** A stretch of whole days while it is read, in the form that the writing thread takes. */
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { dayAt, type Between } from '#service/list/instants.ts';
import {
  createFlatRows,
  type ServiceRow,
  type FlatRows,
  type ReadPage,
  type GrowingFlatRows,
} from '#storage/cache/index.ts';
import type { KeptPiece, PageRows } from './lists.ts';

/** Adds a row, in the form of the cache, to others. */
export type Encode = (row: ServiceRow, id: string, flat: GrowingFlatRows) => void;

export interface StretchBeingRead {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** Every page came byte by byte as before: there were `filas` rows, and none of them is here. */
  readonly igual: boolean;
  readonly filas: number;
  /** Rows by page, or by whatever else was read together. */
  readonly flatRows: readonly FlatRows[];
  readonly pages: readonly ReadPage[];
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
}

export function openStretch(from: number, encode: Encode) {
  const flatRows: FlatRows[] = [];
  const pages: ReadPage[] = [];
  let same: Extract<KeptPiece, { is: 'same' }>[] = [];
  let differs = false;
  let rows = 0;
  let state: StretchBeingRead['estado'] = 'completa';
  let isContracted = true;

  function put({ rows, contracted }: PageRows): void {
    const flat = createFlatRows();
    for (const row of rows) encode(row, String(row['id']), flat);
    if (flat.ids.length > 0) flatRows.push(flat);
    isContracted &&= contracted;
  }
  function putPage(
    { desde, hasta }: Between,
    { page, digest }: { readonly page: PageRows; readonly digest: string },
  ): void {
    put(page);
    if (page.setAside === 0 && digest !== '') pages.push({ desde, hasta, filas: page.rows.length, huella: digest });
  }
  /** One different row makes the whole stretch be compared with the cache. */
  function openSame(): void {
    differs = true;
    for (const { between, open } of same) putPage(between, open());
    same = [];
  }

  return {
    add(piece: KeptPiece): void {
      if (piece.is === 'same') {
        rows += piece.rows;
        if (differs) putPage(piece.between, piece.open());
        else same.push(piece);
        return;
      }
      if (!differs) openSame();
      if (piece.is === 'page') {
        rows += piece.page.rows.length;
        putPage(piece.between, piece);
        return;
      }
      rows += piece.part.rows.length;
      put(piece.part);
      if (piece.state === 'inestable') state = 'inestable';
    },
    /** Ends the stretch at a moment, which is the beginning of a day. */
    close: (until: number): StretchBeingRead => ({
      desde: dayAt(from),
      hasta: addDays(dayAt(until), -1),
      igual: !differs,
      filas: rows,
      flatRows,
      pages,
      estado: state,
      contratado: isContracted,
    }),
  };
}
