/** How many tandas an upload takes when nothing goes wrong: one coupon opens, tandas follow, one coupon closes (docs/upload.md, 2–4). */
export const countTandas = (cupones: number, byTanda: number): number =>
  cupones < 2 ? cupones : 2 + Math.ceil((cupones - 2) / byTanda);
