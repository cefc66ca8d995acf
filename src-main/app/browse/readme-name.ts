import path from 'node:path';

/** The text beside a `.csv`, with what a workbook says in its headings: `ventas.leeme.txt` of `ventas.csv` (docs/cli.md, `exportar`). */
export function getReadmeName(file: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, `${name}.leeme.txt`);
}
