/** The month that is `n` months before `mes`, both `YYYY-MM`. */
export function mesAntes(mes: string, n: number): string {
  const meses = Number(mes.slice(0, 4)) * 12 + Number(mes.slice(5, 7)) - 1 - n;
  return `${String(Math.floor(meses / 12)).padStart(4, '0')}-${String((meses % 12) + 1).padStart(2, '0')}`;
}
