/** How many sends an upload takes when nothing goes wrong: one coupon opens, batches follow, one closes (docs/upload.md, 2–4). */
export const countTandas = (cupones: number, porTanda: number): number =>
  cupones < 2 ? cupones : 2 + Math.ceil((cupones - 2) / porTanda);
