/** Requests that an upload takes when none is lost: one coupon opens it, one closes it, the rest go in batches (UPLOAD.md, 2 to 4). */
export function tandasPrevistas(cupones: number, porTanda: number): number {
  if (cupones <= 2) return cupones;
  return 2 + Math.ceil((cupones - 2) / Math.max(1, porTanda));
}
